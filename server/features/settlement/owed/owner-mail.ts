import { errorText } from '#server/errors.ts';
import { type OutboxDeps, type PreparedEmail, preparePlainEmail } from '#server/features/emails/outbox.ts';
import type { OwedRow } from '#server/features/orders/owed.ts';
import type { OrderRow } from '#server/features/orders/service.ts';
import { adminPath } from '#shared/admin/paths.ts';
import { formatPrice } from '#shared/core/money.ts';
import { orderNumber } from '#shared/orders/orders.ts';

/** Mails the owner the outcome of a requested payment, once for each outcome. */
export function prepareOwnerMail(
  deps: OutboxDeps,
  { id: orderId }: OrderRow,
  { id, amountCents }: OwedRow,
  became: 'paid' | 'returned' | 'ended',
): PreparedEmail {
  const { ownerLanguage: language, ownerEmail: to, publicUrl } = deps.config;
  const values = {
    number: orderNumber(orderId),
    amount: formatPrice(amountCents, language),
    admin: publicUrl + adminPath('orders', { open: orderId }),
  };
  return preparePlainEmail(deps, {
    to,
    language,
    subject: errorText(`owed_${became}_subject`, language, values),
    body: errorText(`owed_${became}_body`, language, values),
    orderId,
    // The buyer's mail of the same request has another key.
    dedupeKey: `owed_${became}:owner:${id}`,
  });
}
