/**
 * Dispute states in which the bank holds the money. An inquiry (`warning_…`) takes none, and a won dispute returns it.
 */
const HELD: readonly string[] = ['needs_response', 'under_review', 'lost'];

/** Whether a dispute withholds its amount from the shop. @see docs.stripe.com/api/disputes/object, `status` */
export function isDisputeHeld(status: string): boolean {
  return HELD.includes(status);
}

/** States that need an answer of the shop before the provider's deadline. */
export const OPEN_DISPUTES: readonly string[] = ['needs_response', 'warning_needs_response'];

/**
 * The provider's warnings before a dispute, stored in its place: the card's bank suspects fraud, or the provider
 * reviews the payment.
 */
export const PAYMENT_WARNINGS = ['fraud_warning', 'review_opened', 'review_closed'] as const;
export type PaymentWarning = (typeof PAYMENT_WARNINGS)[number];

/** Whether a dispute's state is `null` or one of `PAYMENT_WARNINGS`: a warning never overwrites a dispute. */
export const isUndisputed = (status: string | null): boolean =>
  status === null || (PAYMENT_WARNINGS as readonly string[]).includes(status);

/** Final states that need no action and cost nothing. */
const OVER: readonly string[] = ['won', 'warning_closed', 'prevented', 'review_closed'];

/** Whether a dispute or a warning before it keeps the payment open, or has taken it. */
export const isDisputeOpen = (status: string | null): boolean => status !== null && !OVER.includes(status);

/** The money marks of an order: `null` if the shop keeps all of it. */
export type MoneyMark =
  | 'refunded'
  | 'partly_refunded'
  | 'disputed'
  | 'dispute_lost'
  | 'refund_failed'
  | 'fraud_warning'
  | 'review_opened';

/**
 * The marks of an order, the most serious first.
 *
 * @param order amounts as two-decimal text
 */
export function moneyMarks(order: {
  totalAmount: string;
  refundedAmount: string;
  disputeStatus: string | null;
  refundFailedAt: string | null;
}): MoneyMark[] {
  const { totalAmount, refundedAmount, disputeStatus, refundFailedAt } = order;
  const marks: MoneyMark[] = [];
  const refunded = Number(refundedAmount);
  if (disputeStatus === 'fraud_warning' || disputeStatus === 'review_opened') {
    // A full refund settles a warning.
    if (refunded < Number(totalAmount)) marks.push(disputeStatus);
  } else if (disputeStatus === 'lost') marks.push('dispute_lost');
  else if (isDisputeOpen(disputeStatus)) marks.push('disputed');
  if (refundFailedAt !== null) marks.push('refund_failed');
  if (refunded > 0) marks.push(refunded >= Number(totalAmount) ? 'refunded' : 'partly_refunded');
  return marks;
}
