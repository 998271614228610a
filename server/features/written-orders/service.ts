import { createHash } from 'node:crypto';
import { AppError } from '#server/errors.ts';
import type { CheckoutDeps } from '#server/features/checkout/service.ts';
import { formatPrice } from '#shared/core/money.ts';
import { shopDay } from '#shared/shipping/ship-days.ts';
import type { WrittenOrder, WrittenOrderInput } from '#shared/written-orders/written-orders.ts';
import { itemsOf, payUrlOf, placeLink, sayOfLink } from './links.ts';
import { placePaid } from './paid.ts';
import { priceOrder } from './pricing.ts';
import { findWrittenByKey, listLinks, type WrittenRow } from './repository.ts';

/**
 * Writes an order, once for each key, however often and from how many tabs it is called.
 *
 * @param key the caller's idempotency key
 * @throws AppError `idempotency_key_reused` · `price_changed` the sum is another than the one that was shown ·
 * `validation` · `sold_out`, and what `priceOrder` throws
 */
export async function writeOrder(
  deps: CheckoutDeps,
  key: string,
  input: WrittenOrderInput,
): Promise<{ written: WrittenOrder; isNew: boolean }> {
  const bodyHash = createHash('sha256').update(JSON.stringify(input)).digest('hex');
  const known = () => findKnown(deps, key, bodyHash);
  const before = await known();
  if (before) return before;
  const { ending } = input;
  if (ending.kind === 'paid' && ending.paidOn > shopDay(deps.clock.now())) {
    throw new AppError('validation', { issues: [{ path: 'ending.paidOn', code: 'day_invalid' }] });
  }
  const attempt = `written:${createHash('sha256').update(key).digest('hex').slice(0, 32)}`;
  try {
    const { content, isCounted } = await priceOrder(deps, input, attempt);
    requireShown(deps, input.totalCents, content.totalCents);
    const draft = { key, bodyHash, attempt, content, input, isCounted };
    const row =
      ending.kind === 'paid'
        ? await placePaid(deps, { ...draft, ending })
        : await placeLink(deps, { ...draft, ending });
    if (row) return { written: toWire(deps, row), isNew: true };
  } catch (error) {
    // The same press, a moment earlier, may have taken the last box.
    const meanwhile = await known();
    if (meanwhile) return meanwhile;
    throw error;
  }
  const meanwhile = await known();
  if (!meanwhile) throw new Error('A written order was neither inserted nor found');
  return meanwhile;
}

async function findKnown(deps: CheckoutDeps, key: string, bodyHash: string) {
  const row = await findWrittenByKey(deps.db, key);
  if (!row) return null;
  if (row.bodyHash !== bodyHash) throw new AppError('idempotency_key_reused');
  return { written: toWire(deps, row), isNew: false };
}

/** N15: nothing is charged or booked but the sum that was shown last. */
function requireShown({ config }: Pick<CheckoutDeps, 'config'>, shownCents: number, totalCents: number): void {
  if (shownCents === totalCents) return;
  const [before, after] = [shownCents, totalCents].map((cents) => formatPrice(cents, config.ownerLanguage));
  throw new AppError('price_changed', { values: { changes: `${before} → ${after}` } });
}

/** How many links the admin lists. */
const SHOWN = 200;

/** Orders with a link, newest first. */
export async function listWritten(deps: CheckoutDeps): Promise<WrittenOrder[]> {
  return (await listLinks(deps.db, SHOWN)).map((row) => toWire(deps, row));
}

export function toWire(deps: CheckoutDeps, row: WrittenRow): WrittenOrder {
  const { id, state, endedBy, email, content, totalCents, payToken, expiresAt, createdAt, orderId } = row;
  const { fullName: customerName, phone } = content.address;
  const isOpen = state === 'open' && payToken !== null;
  return {
    ...{ id, state, endedBy, customerName, email, phone, preferredLanguage: content.preferredLanguage },
    ...{ items: itemsOf(row), totalCents, orderId },
    payUrl: isOpen ? payUrlOf(deps, payToken) : null,
    message: isOpen ? sayOfLink(deps, row, 'written_link_message') : null,
    expiresAt: expiresAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
  };
}
