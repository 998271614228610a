import fc, { type Arbitrary } from 'fast-check';
import type { ApiCall, Schema } from './api.ts';
import { anyOddText, ODD_KEYS, ODD_QUERIES, oddValue, RAW_JSON } from './odd-values.ts';

/**
 * A generated request. `path` and `body` may contain `@name#n@`, the n-th valid value of a field, and `@ids.orders#n@`,
 * the id of an order. They are resolved while the shop runs, so that a seed always generates the same requests.
 */
export type GeneratedRequest = {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string | null;
  /** In latin1, for bytes that are not UTF-8. */
  isBinary: boolean;
  isSignedIn: boolean;
};

const good = (name: string) => fc.nat(7).map((n) => `@${name}#${n}@`);

/** Any request: valid ones with an error, completely wrong ones, and ones that no client sends. */
export function anyRequest(calls: readonly ApiCall[]): Arbitrary<GeneratedRequest> {
  return fc
    .constantFrom(...calls)
    .chain((call) => {
      const path = anyPath(call);
      const body = anyBody(call);
      return fc.record({
        method: mostly(9, fc.constant(call.method), fc.constantFrom(...METHODS)),
        path,
        body,
        type: mostly(9, fc.constant('application/json'), fc.constantFrom(...CONTENT_TYPES)),
        headers: anyHeaders,
        isSignedIn: mostly(5, fc.constant(true), fc.constant(false)),
      });
    })
    .map(({ method, path, body, type, headers, isSignedIn }) => {
      const hasBody = body !== null && !['GET', 'HEAD', 'TRACE'].includes(method);
      return {
        method,
        path,
        headers: { ...headers, ...(hasBody && type !== '' ? { 'content-type': type } : {}) },
        body: hasBody ? body.text : null,
        isBinary: body?.isBinary ?? false,
        isSignedIn,
      };
    });
}

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND', 'LOCK', 'M-SEARCH'];
const CONTENT_TYPES = [
  '',
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/json; charset=utf-7',
  'APPLICATION/JSON',
  'application/json;',
  'application/xml',
  '*/*',
  ',',
  'application/json, text/plain',
];

/** Prefers the first: `weight` times as often as the second. */
function mostly<T>(weight: number, usual: Arbitrary<T>, odd: Arbitrary<T>): Arbitrary<T> {
  return fc.oneof({ weight, arbitrary: usual }, { weight: 1, arbitrary: odd });
}

const encoded = (text: string) => (text.startsWith('@') ? text : encodeURIComponent(text.toWellFormed()));

function anyPath({ path, parameters }: ApiCall): Arbitrary<string> {
  const [, collection = ''] = /^\/api\/admin\/([\w-]+)/.exec(path) ?? [];
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const inPath = fc.tuple(
    ...names.map((name) =>
      mostly(
        2,
        ['id', 'kind', 'key'].includes(name) ? good(`ids.${collection}`) : good(name),
        fc.oneof(anyOddText, fc.constantFrom(...ODD_SEGMENTS)),
      ),
    ),
  );
  const queries = parameters.filter((parameter) => parameter.in === 'query');
  const inQuery = fc.tuple(
    ...queries.map(({ name, schema }) =>
      fc.option(mostly(2, conforming(name, schema ?? {}).map(String), anyOddText), { freq: 2, nil: null }),
    ),
  );
  return fc
    .tuple(inPath, inQuery, mostly(8, fc.constant(''), fc.constantFrom(...ODD_QUERIES)))
    .map(([ids, values, odd]) => {
      let i = 0;
      const filled = path.replace(/\{\w+\}/g, () => encoded(ids[i++] ?? ''));
      const pairs = values.flatMap((value, n) => (value === null ? [] : `${queries[n]?.name}=${encoded(value)}`));
      const query = [...pairs, odd].filter(Boolean).join('&');
      return query ? `${filled}?${query}` : filled;
    });
}

const ODD_SEGMENTS = [
  '..',
  '.',
  '..%2f',
  'null',
  'undefined',
  '0',
  '-1',
  "' or 1=1 --",
  '*',
  '{id}',
  '__proto__',
  ';',
  '@',
];

type Body = { text: string; isBinary: boolean } | null;

function anyBody({ body }: ApiCall): Arbitrary<Body> {
  const text = (value: unknown): Body => ({ text: JSON.stringify(value) ?? '', isBinary: false });
  const wild: Arbitrary<Body> = fc.oneof(
    oddValue.map(text),
    fc.constantFrom(...RAW_JSON).map((raw) => ({ text: raw, isBinary: false })),
    fc.string({ unit: 'binary-ascii', maxLength: 200 }).map((raw) => ({ text: raw, isBinary: true })),
    fc.uint8Array({ maxLength: 200 }).map((bytes) => ({ text: Buffer.from(bytes).toString('latin1'), isBinary: true })),
  );
  if (body === null) return mostly(9, fc.constant(null), wild);
  const mended = fc.tuple(conforming('', body), fc.array(anyChange, { maxLength: 3 })).map(([value, changes]) => {
    let changed: unknown = structuredClone(value);
    // Clones, because a later change may modify the value of an earlier one.
    for (const change of changes) changed = applyChange(changed, { ...change, value: structuredClone(change.value) });
    return text(changed);
  });
  // Text that is almost JSON, and JSON that is not a JavaScript value.
  const bent = fc
    .tuple(mended, fc.constantFrom(...BENDS), fc.nat(1000))
    .map(([made, bend, at]): Body => made && { ...made, text: bend(made.text, at) });
  return fc.oneof(
    { weight: 12, arbitrary: mended },
    { weight: 2, arbitrary: bent },
    { weight: 2, arbitrary: wild },
    { weight: 1, arbitrary: fc.constant(null) },
  );
}

const BENDS: ((text: string, at: number) => string)[] = [
  (text, at) => text.slice(0, at % (text.length + 1)),
  (text) => `\ufeff${text}`,
  (text) => `${text}${text}`,
  (text) => text.replace('{', '{"__proto__":{"isAdmin":true},'),
  (text) => text.replace('{', '{"constructor":{"prototype":{"isAdmin":true}},'),
  (text) => text.replace(/:("[^"]*"|\d+)/, ':1e400'),
  (text) => text.replace(/:("[^"]*"|\d+)/, ':-0'),
  (text) => text.replace(/:("[^"]*"|\d+)/, `:${'9'.repeat(400)}`),
  (text) => text.replace('{', `{"pad":"${'x'.repeat(60_000)}",`),
  (text) => text.replace('{', `{"pad":"${'x'.repeat(70_000)}",`),
  (text) => text.replace('{', `{"deep":${'['.repeat(20_000)}${']'.repeat(20_000)},`),
  (text) => text.replace(/"([^"]+)":/, '"$1":null,"$1":'),
  (text) => `${text}${' '.repeat(5_000)}`,
  (text, at) =>
    text.slice(0, at % (text.length + 1)) + String.fromCharCode(at % 32) + text.slice(at % (text.length + 1)),
];

/** A value that fits the schema, to get past the validation. */
function conforming(name: string, schema: Schema): Arbitrary<unknown> {
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return fc.oneof(...choices.map((choice) => conforming(name, choice)));
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if ('const' in schema) return fc.constant(schema.const);
  const [type] = [schema.type].flat();
  switch (type) {
    case 'object': {
      const { properties = {}, required = [] } = schema;
      const values = Object.fromEntries(
        Object.entries(properties).map(([key, value]) => [key, conforming(key, value)]),
      );
      return fc.record(values, { requiredKeys: required.filter((key) => key in values) });
    }
    case 'array':
      if (schema.prefixItems) return fc.tuple(...schema.prefixItems.map((item) => conforming(name, item)));
      return fc.array(conforming(name, schema.items ?? {}), { minLength: 1, maxLength: 3 });
    case 'integer':
    case 'number':
      return mostly<unknown>(3, good(name), fc.integer({ min: schema.minimum ?? -200, max: schema.maximum ?? 200 }));
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    default:
      return mostly(6, good(name), anyOddText);
  }
}

type Change = { at: number; how: 'replace' | 'remove' | 'add' | 'repeat' | 'wrap'; value: unknown; key: string };
const anyChange: Arbitrary<Change> = fc.record({
  at: fc.nat(1000),
  how: fc.constantFrom('replace', 'replace', 'replace', 'remove', 'add', 'repeat', 'wrap'),
  value: oddValue,
  key: fc.oneof(fc.constantFrom(...ODD_KEYS), fc.string({ maxLength: 20 })),
});

/** Changes the `at`-th node of a value; the whole value is a node too. */
function applyChange(root: unknown, { at, how, value, key }: Change): unknown {
  const places: { holder: Record<string, unknown>; key: string }[] = [];
  const walk = (holder: Record<string, unknown>) => {
    for (const name of Object.keys(holder)) {
      places.push({ holder, key: name });
      const child = holder[name];
      if (typeof child === 'object' && child !== null) walk(child as Record<string, unknown>);
    }
  };
  const whole = { root };
  walk(whole as Record<string, unknown>);
  const place = places[at % places.length];
  if (!place) return root;
  const old = place.holder[place.key];
  if (how === 'replace') place.holder[place.key] = value;
  else if (how === 'remove') delete place.holder[place.key];
  else if (how === 'wrap') place.holder[place.key] = at % 2 ? [old] : { [key]: old };
  else if (how === 'repeat')
    place.holder[place.key] = Array.isArray(old) ? Array(at).fill(old[0]) : Array(at % 30).fill(old);
  else if (isRecord(old) && key !== '__proto__') old[key] = value;
  return whole.root;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const anyHeaders: Arbitrary<Record<string, string>> = fc.dictionary(
  fc.constantFrom(
    'accept-language',
    'accept',
    'accept-encoding',
    'if-none-match',
    'idempotency-key',
    'origin',
    'referer',
    'x-forwarded-for',
    'x-http-method-override',
    'range',
    'content-encoding',
    'user-agent',
  ),
  fc.oneof(
    fc.constantFrom(
      'es',
      '*',
      '',
      'gzip',
      'bytes=0-99999999999',
      'DELETE',
      '0b5c9a52-7a0e-4c62-8d7c-1f6b3a6de001',
      'null',
    ),
    fc.string({ unit: 'binary-ascii', maxLength: 100 }),
    fc.constant('a'.repeat(4_000)),
  ),
  { maxKeys: 2 },
);
