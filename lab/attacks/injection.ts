import { IDEMPOTENCY_KEY_HEADER } from '#shared/orders/refunds.ts';
import { type ApiCall, type ApiDocument, listCalls, type Schema } from './api.ts';
import { type Answer, Gun, inParallel, type SentRequest } from './fire.ts';
import { faultsOf } from './judge.ts';
import type { Known } from './known.ts';

/** `places` are fields, path segments, query values and headers; `hits` name each vulnerable one, and the attack. */
export type InjectionFinding = { tries: number; places: number; hits: string[] };

type Place = { call: ApiCall; where: 'path' | 'query' | 'body' | 'header'; name: string };

const WIDTH = 8;
/** The result if the database evaluates it: 7 times 191. No text that we send contains it. */
const COMPUTE = "'zq'||(7*191)::text||'qz'";
const COMPUTED = 'zq1337qz';
const SLEEP_MS = 800;
const SLEEP = `pg_sleep(${SLEEP_MS / 1000})`;

/** Each breaks a statement that contains unescaped text. */
const BREAKING = ["'", '"', '\\', "')", "'))", "' --", "';", '$$', '`', "'||1/0||'", '1/0', '%', "\\'", '1)', "x'/*"];

/** Each makes the database compute a value that this or a later answer contains. */
const COMPUTING = [
  `'||(${COMPUTE})||'`,
  `' and 1=cast(${COMPUTE} as int) --`,
  `0 and 1=cast(${COMPUTE} as int)`,
  ...[`' union select`, `') union select`, `0 union select`].flatMap((start) => [
    `${start} ${COMPUTE} --`,
    `${start} null, ${COMPUTE} --`,
    `${start} ${COMPUTE}, null --`,
    `${start} null, ${COMPUTE}, null --`,
    `${start} null, null, ${COMPUTE}, null, null --`,
  ]),
  `(select ${COMPUTE})`,
];

/** Two texts of the same words and length, which differ only if the database evaluates them. */
const ASKING = [
  ["zqx' or 'a'<>'b' --", "zqx' or 'a'= 'b' --"],
  ["zqx') or ('a'<>'b') --", "zqx') or ('a'= 'b') --"],
  ["zqx%' or 'a'<>'b' --", "zqx%' or 'a'= 'b' --"],
  ['zqx" or "a"<>"b" --', 'zqx" or "a"= "b" --'],
  ['0 or 1<>2', '0 or 1= 2'],
  ['0) or (1<>2', '0) or (1= 2'],
] as const;

const WAITING = [
  `'||(select ${SLEEP})||'`,
  `' or 1=(select 1 from ${SLEEP}) --`,
  `0 or 1=(select 1 from ${SLEEP})`,
  `'; select ${SLEEP} --`,
  `') or 1=(select 1 from ${SLEEP}) --`,
];

export const WAYS = ['breaking', 'computing', 'asking', 'waiting'] as const;
export type Way = (typeof WAYS)[number];

/**
 * Tries SQL injection through every place of every call: by breaking statements, by computed values, by yes-no
 * questions, and by delays.
 *
 * @param options.ways all four by default
 * @param options.later URLs whose answers show what earlier requests have stored
 */
export async function runInjection(
  url: string,
  document: ApiDocument,
  known: Known,
  { ways = WAYS, later = [] }: { ways?: readonly Way[]; later?: readonly string[] } = {},
): Promise<InjectionFinding> {
  const places = listCalls(document).flatMap(placesOf);
  const finding: InjectionFinding = { tries: 0, places: places.length, hits: [] };
  const gun = new Gun(url, WIDTH);
  const ask = async (place: Place, text: string): Promise<{ sent: SentRequest; answer: Answer }> => {
    finding.tries += 1;
    const sent = requestTo(place, text, known);
    return { sent, answer: await gun.send(sent) };
  };
  const hit = (place: Place, how: string) => void finding.hits.push(`${nameOf(place)} ${how}`);

  const tries: Record<Way, (place: Place) => Promise<void>> = {
    breaking: async (place) => {
      for (const text of BREAKING) {
        const { sent, answer } = await ask(place, text);
        const [fault] = faultsOf(sent, answer);
        if (fault) return hit(place, `breaks: ${fault} to ${text}`);
      }
    },
    computing: async (place) => {
      for (const text of COMPUTING) {
        const { sent, answer } = await ask(place, text);
        const [fault] = faultsOf(sent, answer);
        if (fault || answer.body.includes(COMPUTED)) return hit(place, `computes: ${fault ?? 'told'} to ${text}`);
      }
    },
    asking: async (place) => {
      for (const [yes, no] of ASKING) {
        let isTold = true;
        // A difference on each repetition has another cause.
        for (let i = 0; i < 3 && isTold; i++) {
          const [first, second, again] = [await ask(place, yes), await ask(place, no), await ask(place, yes)];
          isTold =
            isOtherAnswer(place, first.answer, second.answer) && !isOtherAnswer(place, first.answer, again.answer);
        }
        if (isTold) return hit(place, `answers: ${yes}`);
      }
    },
    waiting: async (place) => {
      const time = async (text: string) => (await ask(place, text)).answer.ms;
      for (const text of WAITING) if (await waits(text, time)) return hit(place, `waits: ${text}`);
    },
  };
  try {
    for (const way of ways) {
      // Comparisons and timing must not be disturbed by other requests.
      const width = way === 'asking' || way === 'waiting' ? 1 : WIDTH;
      await inParallel(places, width, tries[way]);
    }
    for (const path of later) {
      finding.tries += 1;
      const answer = await gun.send({ method: 'GET', path, headers: { cookie: known.cookie }, body: null });
      if (answer.status !== 200) finding.hits.push(`${path} answered ${answer.status}`);
      if (answer.body.includes(COMPUTED)) finding.hits.push(`${path} shows what was computed`);
    }
    return finding;
  } finally {
    gun.close();
  }
}

async function waits(text: string, time: (text: string) => Promise<number>): Promise<boolean> {
  for (let i = 0; i < 3; i++) if ((await time(text)) < SLEEP_MS * 0.9) return false;
  return (await time(text.replace(SLEEP, 'pg_sleep(0)'))) < SLEEP_MS * 0.9;
}

const nameOf = ({ call, where, name }: Place) => `${call.method} ${call.path} (${where} ${name})`;

/** Reads must be identical; the answers of writes have their own ids and times. */
function isOtherAnswer({ call }: Place, yes: Answer, no: Answer): boolean {
  return yes.status !== no.status || (call.method === 'GET' && yes.body !== no.body);
}

const HEADERS = ['cookie', 'accept-language', 'user-agent', 'x-forwarded-for', 'referer', 'if-none-match'];
/** One call of each kind, because all read their headers with the same code. */
const HEADERS_OF = new Set(['/api/admin/login', '/api/admin/orders', '/api/wholesale-inquiries']);

/** Every place of a call that takes text: path, query, named headers and leaves of the body. */
export function placesOf(call: ApiCall): Place[] {
  const inPath = [...call.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({ call, where: 'path' as const, name }));
  const named = call.parameters
    .filter((parameter) => parameter.in !== 'path')
    .map((parameter) => ({
      call,
      where: parameter.in === 'query' ? ('query' as const) : ('header' as const),
      name: parameter.name,
    }));
  const inBody = leavesOf(call.body).map((name) => ({ call, where: 'body' as const, name }));
  const inHeaders = (HEADERS_OF.has(call.path) ? HEADERS : []).map((name) => ({
    call,
    where: 'header' as const,
    name,
  }));
  return [...inPath, ...named, ...inBody, ...inHeaders];
}

/** Dotted names of all fields that are not objects; an array is represented by its first element. */
function leavesOf(schema: Schema | null, at = ''): string[] {
  if (schema === null) return [];
  if (schema.items) return leavesOf(schema.items, `${at}.0`);
  if (!schema.properties) return at === '' ? [] : [at.slice(1)];
  return Object.entries(schema.properties).flatMap(([name, value]) => leavesOf(value, `${at}.${name}`));
}

/** A valid call except for the text in one place. */
export function requestTo({ call, where, name }: Place, text: string, { good, ids, cookie }: Known): SentRequest {
  const [, collection = ''] = /^\/api\/admin\/([\w-]+)/.exec(call.path) ?? [];
  const path = call.path.replace(/\{(\w+)\}/g, (_, part: string) => {
    const usual = ['id', 'kind', 'key'].includes(part) ? ids[collection]?.[0] : good[part]?.[0];
    return encodeURIComponent(where === 'path' && part === name ? text : String(usual ?? '0'));
  });
  const query = where === 'query' ? `?${name}=${encodeURIComponent(text)}` : '';
  const body = call.body && goodBody(call.body, good);
  if (where === 'body') put(body as Record<string, unknown>, name.split('.'), text);
  return {
    method: call.method,
    path: path + query,
    headers: {
      // The session must stay valid, so a logout uses another one.
      ...(call.path.endsWith('/logout')
        ? {}
        : { cookie: where === 'header' && name === 'cookie' ? `${cookie}; lang=${text}` : cookie }),
      ...(/\/(refunds|messages)$/.test(call.path) ? { [IDEMPOTENCY_KEY_HEADER]: 'one-press' } : {}),
      ...(where === 'header' && name !== 'cookie' ? { [name]: text } : {}),
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    body: body ? Buffer.from(JSON.stringify(body)) : null,
  };
}

/**
 * Optional fields omitted from a valid body: without them a change ignores versions, and a choice fits any quote; wrong
 * values are refused for that alone. A count is either absolute or a difference, a refund an amount or for a
 * certificate.
 */
const LEFT_OUT = new Set('version versions quoteId rateId code from delta certificate certificateUntil'.split(' '));

/** A valid value for the schema. */
export function goodBody(schema: Schema, good: Known['good']): unknown {
  return goodValue('', schema, good);
}

function goodValue(name: string, schema: Schema, good: Known['good']): unknown {
  // Some values are valid only as a whole, such as a table with a row for each zone.
  const ready = good[name]?.find((value) => typeof value === 'object' && value !== null);
  if (ready && (schema.properties || schema.items)) return structuredClone(ready);
  if (schema.properties) {
    return Object.fromEntries(
      Object.entries(schema.properties)
        .filter(([key]) => !LEFT_OUT.has(key) || schema.required?.includes(key))
        .map(([key, value]) => [key, goodValue(key, value, good)]),
    );
  }
  if (schema.items) return [goodValue(name, schema.items, good)];
  const types = [schema.type].flat();
  // The same name is a number in one call and text in another.
  const isNumber = (types.includes('integer') || types.includes('number')) && !types.includes('string');
  const isFitting = (value: unknown) => !isNumber || typeof value === 'number';
  const known = good[name]?.find((value) => (schema.enum ? schema.enum.includes(value) : isFitting(value)));
  return known ?? schema.enum?.[0] ?? 'x';
}

function put(holder: Record<string, unknown>, [name = '', ...rest]: string[], value: string): void {
  if (rest.length === 0) holder[name] = value;
  else put(holder[name] as Record<string, unknown>, rest, value);
}
