import { randomUuid } from '../../lib/random-uuid.ts';
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

/** The id of this browser's current purchase; the same until `endAttempt`. */
export function currentAttempt(): string {
  const attempt = attemptStore.get() ?? randomUuid();
  attemptStore.set(attempt);
  return attempt;
}

/** The current attempt, if there is one. */
export function findAttempt(): string | null {
  return attemptStore.get();
}

/** Ends the attempt after its order: the next purchase needs a new one. */
export function endAttempt(): void {
  attemptStore.set(null);
}
