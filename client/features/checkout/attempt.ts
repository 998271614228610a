import { createStoredValue } from '../../lib/stored-value.ts';

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/** In local storage: two tabs of one browser share one attempt, and only its latest payment may be paid (P14). */
const attemptStore = createStoredValue<string | null>({
  key: 'attempt',
  area: 'local',
  initial: null,
  read: (text) => {
    const stored: unknown = JSON.parse(text ?? 'null');
    return typeof stored === 'string' && UUID.test(stored) ? stored : null;
  },
});

/** The id of the current purchase of this browser; the same until `endAttempt`. */
export function currentAttempt(): string {
  const attempt = attemptStore.get() ?? newAttempt();
  attemptStore.set(attempt);
  return attempt;
}

/** The current attempt, if there is one. */
export function findAttempt(): string | null {
  return attemptStore.get();
}

/** Ends the attempt after its order: what is bought next is another purchase. */
export function endAttempt(): void {
  attemptStore.set(null);
}

/** A random UUID, also over plain HTTP, where `crypto.randomUUID` is missing (RFC 9562, 5.4). */
function newAttempt(): string {
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
