import type { BaseDeps } from '#server/deps.ts';
import type { PaymentProvider } from '#server/features/payments/provider.ts';
import type { DeclineWatch } from './declines/watch.ts';

export type SettlementDeps = BaseDeps & { payments: PaymentProvider; declines: DeclineWatch };
