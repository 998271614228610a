import { randomUuid } from '../../../lib/random-uuid.ts';
import { keepDraft, readDraft } from '../kit/drafts.ts';

const DRAFT = 'label-presses';
type Keys = Record<string, string>;

const read = (): Keys => readDraft<Keys>(DRAFT)?.values ?? {};
const write = (values: Keys) =>
  keepDraft(DRAFT, Object.keys(values).length > 0 ? { values, seen: {}, version: 0 } : null);

/** The idempotency key for this order's label; it stays the same, also after a reload, until the result is known. */
export function pressKeyOf(orderId: string): string {
  const keys = read();
  const key = keys[orderId] ?? randomUuid();
  write({ ...keys, [orderId]: key });
  return key;
}

/** The result is known, so the next request gets a new key. */
export function endPress(orderId: string): void {
  const { [orderId]: _, ...others } = read();
  write(others);
}
