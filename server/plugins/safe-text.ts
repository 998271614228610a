import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '#server/errors.ts';

/** A database refuses NUL, logs and terminals act on the rest; tab and line ends may stand in a longer text. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/;
/**
 * What is not seen or turns the direction of what follows: zero-width characters, overrides and isolates, fillers.
 * Variation selectors stay, emoji and Han names need them; joiners are looked at by themselves.
 */
const INVISIBLE =
  /(?!\u034f|[\u180b-\u180d]|\u180f|\u200c|\u200d|[\ufe00-\ufe0f]|[\u{e0100}-\u{e01ef}])(?:\p{Default_Ignorable_Code_Point}|[\ufff9-\ufffb])/gu;
/** A joiner means something inside an emoji or after a letter of a script that joins; anywhere else it hides. */
const STRAY_JOINER =
  /(?<!\p{L}|\p{M}|\p{Extended_Pictographic}|\p{Emoji_Modifier})(?:\u200c|\u200d)|(?<=\p{Script=Latin}|\p{Script=Cyrillic}|\p{Script=Greek})(?:\u200c|\u200d)/gu;
const MAX_ISSUES = 20;

/** A typed text without what nobody sees, in Unicode form NFC; `null` when it holds control characters or half a pair. */
export function cleanText(text: string): string | null {
  if (CONTROL.test(text) || !text.isWellFormed()) return null;
  return text
    .replace(INVISIBLE, '')
    .replace(STRAY_JOINER, '')
    .replace(/[\u2028\u2029]/g, '\n')
    .normalize('NFC');
}

/**
 * Holds every string in the body, query and path of every call under /api to `cleanText`, before its schema reads it, so
 * that no field has to remember it. Phones copy invisible marks along with a number: those are taken out. What is
 * refused is answered 400, with an issue for each field. A webhook's raw bytes and a password stay as they are.
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

/** Compared with what was hashed; a control character in it is refused all the same. */
const KEPT_AS_TYPED = new Set(['password']);

/** Without recursion: a body of 64 KB nests deeper than the stack. */
function cleanValue(root: unknown, issues: string[]): unknown {
  const whole: Record<string, unknown> = { '': root };
  const left: { holder: Record<string, unknown>; path: string }[] = [{ holder: whole, path: '' }];
  for (let next = left.pop(); next; next = left.pop()) {
    const { holder, path } = next;
    for (const [key, value] of Object.entries(holder)) {
      const place = path && key ? `${path}.${key}` : path || key;
      if (typeof value === 'string') {
        const clean = cleanText(value);
        if (clean === null) issues.push(place);
        else if (clean !== value && !KEPT_AS_TYPED.has(key)) holder[key] = clean;
      } else if (typeof value === 'object' && value !== null) {
        left.push({ holder: value as Record<string, unknown>, path: place });
      }
    }
  }
  return whole[''];
}
