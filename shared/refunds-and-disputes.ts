/**
 * Dispute states in which the bank has the money. An inquiry (`warning_…`) takes none, and a won dispute returns it.
 */
const HELD: readonly string[] = ['needs_response', 'under_review', 'lost'];

/** Whether a dispute keeps its amount from the shop. @see docs.stripe.com/api/disputes/object, `status` */
export function isDisputeHeld(status: string): boolean {
  return HELD.includes(status);
}

/** States that wait for an answer of the shop, by a date that the provider tells. */
export const OPEN_DISPUTES: readonly string[] = ['needs_response', 'warning_needs_response'];

/** Final states that need no action and cost nothing. */
const OVER: readonly string[] = ['won', 'warning_closed', 'prevented'];

/** The money marks of an order: `null` where all of it is the shop's. */
export type MoneyMark = 'refunded' | 'partly_refunded' | 'disputed' | 'dispute_lost' | 'refund_failed';

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
  if (disputeStatus === 'lost') marks.push('dispute_lost');
  else if (disputeStatus !== null && !OVER.includes(disputeStatus)) marks.push('disputed');
  if (refundFailedAt !== null) marks.push('refund_failed');
  const refunded = Number(refundedAmount);
  if (refunded > 0) marks.push(refunded >= Number(totalAmount) ? 'refunded' : 'partly_refunded');
  return marks;
}
