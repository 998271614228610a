import type { BaseDeps } from '#server/deps.ts';
import { AppError } from '#server/errors.ts';
import { listSentToCustomer } from '#server/features/emails/outbox.ts';
import { getOrderDetail, type ReadOrderParts } from '#server/features/orders/admin-service.ts';
import { listPayments } from '#server/features/orders/owed.ts';
import { recordEvidence } from '#server/features/orders/payment-events.ts';
import { lockOrder } from '#server/features/orders/service.ts';
import type { DisputeWithEvidence, PaymentProvider } from '#server/features/payments/provider.ts';
import { policyTextAt } from '#server/features/policies/past.ts';
import { policyPath } from '#shared/content/policy-page.ts';
import type { Language } from '#shared/core/language.ts';
import { centsToText } from '#shared/core/money.ts';
import type { OrderDetail } from '#shared/orders/admin-orders.ts';
import {
  BANK_LANGUAGE,
  type DisputeFile,
  EVIDENCE_FIELDS,
  type Evidence,
  type EvidenceText,
  type OrderDispute,
  type SentEvidence,
} from '#shared/orders/dispute-file.ts';
import { OPEN_DISPUTES } from '#shared/orders/refunds-and-disputes.ts';
import { writeEvidence } from './evidence.ts';

export type DisputeDeps = BaseDeps & { payments: PaymentProvider; readParts: ReadOrderParts };

/**
 * The shop's evidence for an order, and the state of its dispute at the provider.
 *
 * @throws AppError `not_found`
 */
export async function getDisputeFile(deps: DisputeDeps, orderId: string, language: Language): Promise<DisputeFile> {
  const order = await getOrderDetail(deps, orderId, deps.readParts);
  const [evidence, found] = await Promise.all([evidenceOf(deps, order, language), lookUp(deps, order)]);
  return {
    evidence: toTexts(evidence),
    dispute: found === 'unknown' || found === null ? null : toWire(found),
    isKnown: found !== 'unknown',
  };
}

/**
 * Writes the evidence of an order's dispute at the provider, without submitting it. Safe to repeat: it writes the
 * order's current state, and keeps what somebody has written there.
 *
 * @throws AppError `not_found` · `dispute_missing` · `dispute_closed` · `payment_provider_failed` ·
 * `payment_provider_timeout`
 */
export async function sendEvidence(deps: DisputeDeps, orderId: string): Promise<SentEvidence> {
  const order = await getOrderDetail(deps, orderId, deps.readParts);
  const dispute = await findDispute(deps, order);
  if (!dispute) throw new AppError('dispute_missing');
  const evidence = await evidenceOf(deps, order, BANK_LANGUAGE);
  const staged = await deps.payments.stageEvidence(dispute.id, evidence);
  if (!staged) throw new AppError('dispute_closed');
  const sent = toTexts(evidence).filter(({ field }) => staged.prepared.includes(field));
  await deps.db.transaction(async (tx) => {
    await lockOrder(tx, orderId);
    await recordEvidence(tx, deps, orderId, {
      dispute: staged.id,
      fields: sent.length,
      characters: sent.reduce((sum, { text }) => sum + text.length, 0),
    });
  });
  return { sent, dispute: toWire(staged) };
}

/** The newest dispute that takes evidence, else the newest. */
async function findDispute({ db, payments }: DisputeDeps, order: OrderDetail): Promise<DisputeWithEvidence | null> {
  const disputes: DisputeWithEvidence[] = [];
  for (const { paymentId } of await listPayments(db, order)) {
    disputes.push(...(await payments.listDisputes(paymentId)));
  }
  return disputes.find(({ status }) => OPEN_DISPUTES.includes(status)) ?? disputes[0] ?? null;
}

/** The file is needed on paper even while the provider does not answer. */
async function lookUp(deps: DisputeDeps, order: OrderDetail): Promise<DisputeWithEvidence | null | 'unknown'> {
  try {
    return await findDispute(deps, order);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    deps.log.warn({ err: error, paymentId: order.stripePaymentIntentId }, 'could not ask for the dispute of a payment');
    return 'unknown';
  }
}

async function evidenceOf(deps: DisputeDeps, order: OrderDetail, language: Language): Promise<Evidence> {
  const { policies } = order;
  const [refundPolicy, mails] = await Promise.all([
    // As the customer read it.
    policies && policyTextAt(deps, 'refunds', policies),
    listSentToCustomer(deps.db, order.id),
  ]);
  const { find } = deps.catalogue();
  const productOf = (productId: string) => {
    const product = find(productId);
    return product && { size: product.size[language], description: product.description[language] };
  };
  const policyUrl = `${deps.config.publicUrl}${policyPath('refunds')}`;
  return writeEvidence({ order, productOf, refundPolicy, policyUrl, mails }, language);
}

function toTexts(evidence: Evidence): EvidenceText[] {
  return EVIDENCE_FIELDS.flatMap((field) => {
    const text = evidence[field];
    return text ? [{ field, text }] : [];
  });
}

function toWire({ id, status, reason, amountCents, dueAt, prepared, own }: DisputeWithEvidence): OrderDispute {
  return {
    id,
    status,
    reason,
    amount: centsToText(amountCents),
    isOpen: OPEN_DISPUTES.includes(status),
    dueAt: dueAt?.toISOString() ?? null,
    prepared,
    own,
  };
}
