import type { Executor } from '#server/db/connect.ts';
import type { BaseDeps } from '#server/deps.ts';
import type { OrderRow } from '#server/features/orders/service.ts';
import type { PaymentProvider } from '#server/features/payments/provider.ts';
import type { DeclineWatch } from './declines/watch.ts';

type Settling = BaseDeps & { payments: PaymentProvider; declines: DeclineWatch };

/** What another feature does in the transaction that books an order paid by an owner's link. */
export type Booked = (tx: Executor, deps: Settling, attemptKey: string, order: OrderRow) => Promise<void>;

export type SettlementDeps = Settling & { features?: readonly { booked?: Booked }[] };
