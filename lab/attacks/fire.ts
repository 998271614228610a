import { Agent, request as httpRequest, type IncomingHttpHeaders } from 'node:http';

export type SentRequest = {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: Buffer | null;
};
/** `status` 0: the connection ended without an answer. */
export type Answer = { status: number; headers: IncomingHttpHeaders; body: string; ms: number };

const TIMEOUT_MS = 30_000;

/** Sends raw requests over kept connections, at most `connections` at once. */
export class Gun {
  readonly #url: URL;
  readonly #agent: Agent;

  constructor(url: string, connections = 16) {
    this.#url = new URL(url);
    this.#agent = new Agent({ keepAlive: true, maxSockets: connections });
  }

  /**
   * Status 0 when there is no answer. A kept connection that was closed meanwhile is not the program's answer, so the
   * request is repeated.
   */
  async send(sent: SentRequest): Promise<Answer> {
    for (let attempt = 1; ; attempt++) {
      const answer = await this.#once(sent);
      if (answer !== 'stale' || attempt === 3) return answer === 'stale' ? NONE : answer;
    }
  }

  close(): void {
    this.#agent.destroy();
  }

  #once({ method, path, headers, body }: SentRequest): Promise<Answer | 'stale'> {
    return new Promise((resolve) => {
      const start = performance.now();
      const request = httpRequest({
        host: this.#url.hostname,
        port: this.#url.port,
        agent: this.#agent,
        method,
        path,
        headers: body === null ? headers : { ...headers, 'content-length': String(body.length) },
        timeout: TIMEOUT_MS,
      });
      request.on('timeout', () => request.destroy());
      request.on('error', () => resolve(request.reusedSocket ? 'stale' : NONE));
      request.on('response', (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        // Also when it is cut off: the received part is judged.
        response.on('close', () =>
          resolve({
            status: response.complete ? (response.statusCode ?? 0) : 0,
            headers: response.headers,
            body: Buffer.concat(chunks).toString('utf8'),
            ms: performance.now() - start,
          }),
        );
        response.on('error', () => {});
      });
      request.end(body ?? undefined);
    });
  }
}

const NONE: Answer = { status: 0, headers: {}, body: '', ms: Number.NaN };

/** Works through a list, `width` at a time. */
export async function inParallel<T>(
  items: readonly T[],
  width: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  let next = 0;
  const worker = async () => {
    while (next < items.length) await work(items[next++] as T);
  };
  await Promise.all(Array.from({ length: width }, worker));
}
