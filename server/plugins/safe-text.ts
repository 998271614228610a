import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '#server/errors.ts';

/**
 * PostgreSQL refuses NUL; logs and terminals interpret other control characters. Tab and line breaks may occur in
 * longer texts.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/;
/**
 * Invisible characters and those that change the text direction: zero-width characters, overrides and isolates,
 * fillers. Variation selectors stay, since emoji and Han names need them; joiners are checked separately.
 */
const INVISIBLE =
  /(?!\u034f|[\u180b-\u180d]|\u180f|\u200c|\u200d|[\ufe00-\ufe0f]|[\u{e0100}-\u{e01ef}])(?:\p{Default_Ignorable_Code_Point}|[\ufff9-\ufffb])/gu;
/** A joiner is meaningful inside an emoji or after a letter of a joining script; elsewhere it can hide text. */
const STRAY_JOINER =
  /(?<!\p{L}|\p{M}|\p{Extended_Pictographic}|\p{Emoji_Modifier})(?:\u200c|\u200d)|(?<=\p{Script=Latin}|\p{Script=Cyrillic}|\p{Script=Greek})(?:\u200c|\u200d)/gu;
const MAX_ISSUES = 20;

/**
 * Input text without invisible characters, in Unicode form NFC; `null` when it contains control characters or a lone
 * surrogate.
 */
export function cleanText(text: string): string | null {
  if (CONTROL.test(text) || !text.isWellFormed()) return null;
  return text
    .replace(INVISIBLE, '')
    .replace(STRAY_JOINER, '')
    .replace(/[\u2028\u2029]/g, '\n')
    .normalize('NFC');
}

/**
 * Applies `cleanText` to every string in the body, query and path of every call under /api, before its schema, so that
 * fields need not. Phones copy invisible marks along with a number: those are removed. Refused text is answered 400,
 * with an issue for each field. A webhook's raw bytes and a password are left unchanged.
 */
export function requireSafeText(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    if (!route.url.startsWith('/api/')) return;
    const check = (request: FastifyRequest, _reply: unknown, done: (error?: Error) => void) => {
      const issues: string[] = [];
      request.params = cleanValue(request.params, issues);
      request.query = cleanValue(request.query, issues);
      if (!Buffer.isBuffer(request.body)) request.body = cleanValue(request.body, issues);
      const found = issues.slice(0, MAX_ISSUES).map((path) => ({ path, code: 'text_unsafe' }));
      done(found.length === 0 ? undefined : new AppError('validation', { issues: found }));
    };
    route.preValidation = [check, ...[route.preValidation ?? []].flat()];
  });
}

/** A password is compared with a hash, so it stays unchanged; control characters are refused in it too. */
const KEPT_AS_TYPED = new Set(['password']);

/** Without recursion: a body of 64 KB can be nested deeper than the stack. */
function cleanValue(root: unknown, issues: string[]): unknown {
  const whole: Record<string, unknown> = { '': root };
  const left: { holder: Record<string, unknown>; path: string }[] = [{ holder: whole, path: '' }];
  for (let next = left.pop(); next; next = left.pop()) {
    const { holder, path } = next;
    for (const [key, value] of Object.entries(holder)) {
      const at = path && key ? `${path}.${key}` : path || key;
      if (typeof value === 'string') {
        const clean = cleanText(value);
        if (clean === null) issues.push(at);
        else if (clean !== value && !KEPT_AS_TYPED.has(key)) holder[key] = clean;
      } else if (typeof value === 'object' && value !== null) {
        left.push({ holder: value as Record<string, unknown>, path: at });
      }
    }
  }
  return whole[''];
}
