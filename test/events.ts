import type { LiveChange } from '#shared/live.ts';

export type TestEvent = { event: string; id: string; data: unknown };

/** An open stream of server-sent events, read as a browser reads it. */
export type TestStream = {
  status: number;
  headers: Headers;
  /** The next event with data, in order; rejects when the stream ends before. */
  next(): Promise<TestEvent>;
  /** Changes until one fits; all of them. */
  changesUntil(fits: (change: LiveChange) => boolean): Promise<LiveChange[]>;
  /** The last `id`, also of a line without data. */
  lastId(): string;
  /** `whole` when the server has ended it, `cut` when the connection broke or was closed here. */
  ended: Promise<'whole' | 'cut'>;
  close(): void;
};

/** @param url the shop's, without a path */
export async function openEvents(
  url: string,
  headers: Record<string, string>,
  { query = '' }: { query?: string } = {},
): Promise<TestStream> {
  const stop = new AbortController();
  const answer = await fetch(`${url}/api/admin/events${query}`, {
    headers: { accept: 'text/event-stream', ...headers },
    signal: stop.signal,
  });
  const events: TestEvent[] = [];
  let lastId = '';
  let isOver = false;
  let rouse = () => {};
  const read = async () => {
    let rest = '';
    for await (const chunk of (answer.body ?? new ReadableStream()).pipeThrough(new TextDecoderStream())) {
      const blocks = (rest + chunk).split('\n\n');
      rest = blocks.pop() ?? '';
      for (const block of blocks) {
        const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1];
        lastId = field('id') ?? lastId;
        const data = field('data');
        if (data !== undefined) {
          events.push({ event: field('event') ?? 'message', id: lastId, data: JSON.parse(data) });
        }
        rouse();
      }
    }
  };
  const ended = read()
    .then(
      () => 'whole' as const,
      () => 'cut' as const,
    )
    .finally(() => {
      isOver = true;
      rouse();
    });
  const next = async () => {
    for (;;) {
      const event = events.shift();
      if (event) return event;
      if (isOver) throw new Error('The stream has ended');
      await new Promise<void>((resolve) => (rouse = resolve));
    }
  };
  return {
    status: answer.status,
    headers: answer.headers,
    next,
    changesUntil: async (fits) => {
      const seen: LiveChange[] = [];
      while (!seen.some(fits)) {
        const { event, data } = await next();
        if (event === 'changes') seen.push(...(data as LiveChange[]));
      }
      return seen;
    },
    lastId: () => lastId,
    ended,
    close: () => stop.abort(),
  };
}
