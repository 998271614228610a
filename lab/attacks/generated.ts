import fc from 'fast-check';
import { type ApiDocument, listCalls } from './api.ts';
import { type Answer, Gun, inParallel, type SentRequest } from './fire.ts';
import { anyRequest, type GeneratedRequest } from './generate.ts';
import { faultsOf } from './judge.ts';
import type { Known } from './known.ts';

/** `hits` contain the failure and the request, so that it can be repeated. */
export type GeneratedFinding = { tries: number; calls: number; statuses: Record<string, number>; hits: string[] };

const WIDTH = 16;
/** Known values are refreshed after this many requests, which change and delete records. */
const BATCH = 500;
const MAX_HITS = 20;

/**
 * Sends generated requests to every call of an OpenAPI document.
 *
 * @param options.seed the same seed generates the same requests
 * @param options.know returns existing values; called repeatedly, because requests delete records
 */
export async function runGenerated(
  url: string,
  document: ApiDocument,
  options: { count: number; seed: number; know: () => Promise<Known> },
): Promise<GeneratedFinding> {
  const calls = listCalls(document);
  const finding: GeneratedFinding = { tries: 0, calls: calls.length, statuses: {}, hits: [] };
  const gun = new Gun(url, WIDTH);
  try {
    for (let from = 0; from < options.count; from += BATCH) {
      const numRuns = Math.min(BATCH, options.count - from);
      const requests = fc.sample(anyRequest(calls), { seed: options.seed + from, numRuns });
      const known = await options.know();
      await inParallel(requests, WIDTH, async (generated) => {
        const sent = fill(generated, known);
        const answer = await gun.send(sent);
        finding.tries += 1;
        finding.statuses[answer.status] = (finding.statuses[answer.status] ?? 0) + 1;
        for (const fault of faultsOf(sent, answer)) note(finding, `${fault}: ${tell(sent, answer)}`);
      });
    }
    return finding;
  } finally {
    gun.close();
  }
}

function note({ hits }: GeneratedFinding, hit: string): void {
  if (hits.length < MAX_HITS) hits.push(hit);
}

function tell({ method, path, headers, body }: SentRequest, answer: Answer): string {
  const shown = Object.entries(headers).filter(([name]) => name !== 'cookie');
  return `${method} ${path.slice(0, 200)} ${JSON.stringify(Object.fromEntries(shown)).slice(0, 200)} ${body?.toString().slice(0, 400) ?? ''} -> ${answer.status} ${answer.body.slice(0, 200)}`;
}

/** Inserts known values for the marks. */
export function fill(generated: GeneratedRequest, known: Known): SentRequest {
  const valueAt = (name: string, n: number): unknown => {
    const values = name.startsWith('ids.') ? known.ids[name.slice(4)] : known.good[name];
    return values?.length ? values[n % values.length] : '0b5c9a52-7a0e-4c62-8d7c-1f6b3a6de001';
  };
  const path = generated.path.replace(MARK, (_, name, n) => encodeURIComponent(String(valueAt(name, Number(n)))));
  // A field that is only a mark gets the value with its type.
  const text = generated.body
    ?.replace(QUOTED_MARK, (_, name, n) => JSON.stringify(valueAt(name, Number(n))))
    .replace(MARK, (_, name, n) => String(valueAt(name, Number(n))));
  const isLogout = path.includes('logout');
  return {
    method: generated.method,
    // Node's client refuses invalid URLs; separate tests send such lines to the server.
    path: path.replace(/[^\x21-\x7e]/g, (character) => encodeURIComponent(character)),
    headers: {
      ...Object.fromEntries(Object.entries(generated.headers).map(([name, value]) => [name, plain(value)])),
      // The session must stay valid, so logouts are sent without it.
      ...(generated.isSignedIn && !isLogout ? { cookie: known.cookie } : {}),
    },
    body: text == null ? null : Buffer.from(text, generated.isBinary ? 'latin1' : 'utf8'),
  };
}

const MARK = /@([\w.-]+)#(\d+)@/g;
const QUOTED_MARK = /"@([\w.-]+)#(\d+)@"/g;
const plain = (text: string) => text.replace(/[^\x20-\x7e]/g, '?');
