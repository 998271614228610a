import type { OrderRow } from '#server/features/orders/service.ts';
import type { Payment } from '#server/features/payments/provider.ts';
import type { Checkout } from './repository.ts';

/**
 * The state of a payment in the shop. `unpaid` includes the provider's status and age, `null` when it does not know the
 * payment.
 */
export type Settlement =
  | { kind: 'order'; order: OrderRow; checkout: Checkout; isNew: boolean }
  | { kind: 'unpaid'; status: Payment['status'] | null; ageMs: number | null }
  | { kind: 'unknown' }
  | { kind: 'anomaly' };

/** The result of canceling a checkout; a settlement when it turned out to be paid. */
export type Cancellation = { kind: 'canceled' } | { kind: 'payable' } | Settlement;
