import type { Executor } from '#server/db/connect.ts';
import { errorText } from '#server/errors.ts';
import { enqueueEmails, type OutboxDeps, preparePlainEmail } from '#server/features/emails/outbox.ts';
import { insertAnomaly } from './repository.ts';

/**
 * `amount_mismatch`: paid, but another amount or currency than the checkout's. `possible_duplicate`: one attempt was
 * paid twice. `oversold`: paid when its stock was sold to others. `no_checkout`: paid, but no checkout is known.
 * `wrong_mode`: a test event at a live shop, or the reverse. `stale_event`: signatures of events are minutes old on
 * arrival, so our clock is ahead.
 */
type AnomalyKind = 'amount_mismatch' | 'possible_duplicate' | 'oversold' | 'no_checkout' | 'wrong_mode' | 'stale_event';
type Anomaly = {
  /** The provider's reference of the payment; for `wrong_mode` of the event, for `stale_event` of the day. */
  paymentId: string;
  kind: AnomalyKind;
  detail: Record<string, string | number | null>;
};

/**
 * Stores a payment that matches no checkout, and mails the owner; once for each payment and kind.
 *
 * @returns whether it is the first time
 */
export async function recordAnomaly(tx: Executor, deps: OutboxDeps, anomaly: Anomaly): Promise<boolean> {
  const { paymentId: paymentIntentId, kind, detail } = anomaly;
  const isNew = await insertAnomaly(tx, { paymentIntentId, kind, detail, createdAt: deps.clock.now() });
  if (!isNew) return false;
  const language = deps.config.ownerLanguage;
  // The body is Markdown, so it must not contain a customer's text.
  const values = { payment: anomaly.paymentId, admin: `${deps.config.publicUrl}/admin/dashboard` };
  const mail = preparePlainEmail(deps, {
    to: deps.config.ownerEmail,
    language,
    subject: errorText(`anomaly_${anomaly.kind}_subject`, language, values),
    body: errorText(`anomaly_${anomaly.kind}_body`, language, values),
    dedupeKey: `anomaly:${anomaly.kind}:${anomaly.paymentId}`,
  });
  await enqueueEmails(tx, deps, [mail]);
  return true;
}
