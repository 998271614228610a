import { createStoredValue } from '../../lib/stored-value.ts';

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/** In local storage: two tabs of one browser are one attempt, of which only the latest payment may be paid (P14). */
const attemptStore = createStoredValue<string | null>({
  key: 'attempt',
  area: 'local',
  initial: null,
  read: (text) => {
    const stored: unknown = JSON.parse(text ?? 'null');
    return typeof stored === 'string' && UUID.test(stored) ? stored : null;
  },
});

/** What this browser is buying now, by the name that the server knows it by; the same until `endAttempt`. */
export function currentAttempt(): string {
  const attempt = attemptStore.get() ?? newAttempt();
  attemptStore.set(attempt);
  return attempt;
}

/** The attempt that is under way, if there is one. */
export function findAttempt(): string | null {
  return attemptStore.get();
}

/** The order is there: what is bought next is another purchase. */
export function endAttempt(): void {
  attemptStore.set(null);
}

/** A random UUID, also where the page came over plain HTTP and `crypto.randomUUID` is missing (RFC 9562, 5.4). */
function newAttempt(): string {
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
