import type { OrderRow } from '#server/features/orders/service.ts';
import type { Payment } from '#server/features/payments/provider.ts';
import type { Checkout } from './repository.ts';

/** How a payment stands with us; `unpaid` carries the provider's word and clock, `null` when it knows no such payment. */
export type Settlement =
  | { kind: 'order'; order: OrderRow; checkout: Checkout; isNew: boolean }
  | { kind: 'unpaid'; status: Payment['status'] | null; ageMs: number | null }
  | { kind: 'unknown' }
  | { kind: 'anomaly' };

/** What became of a checkout that was to be canceled; a settlement when it turned out to be paid. */
export type Cancellation = { kind: 'canceled' } | { kind: 'payable' } | Settlement;
