import * as m from '#messages';

/** Labels for Stripe's reasons and states of a dispute (docs.stripe.com/disputes/categories). */
const reasons: Readonly<Record<string, () => string>> = {
  fraudulent: m.admin_dispute_fraudulent,
  product_not_received: m.admin_dispute_not_received,
  product_unacceptable: m.admin_dispute_unacceptable,
  duplicate: m.admin_dispute_duplicate,
  unrecognized: m.admin_dispute_unrecognized,
  credit_not_processed: m.admin_dispute_credit,
};

const states: Readonly<Record<string, () => string>> = {
  needs_response: m.admin_dispute_open,
  warning_needs_response: m.admin_dispute_open,
  under_review: m.admin_dispute_review,
  warning_under_review: m.admin_dispute_review,
  won: m.admin_dispute_won,
  lost: m.admin_dispute_lost,
};

/** The label of a reason; Stripe's name if there is none. */
export const disputeReason = (reason: string): string => labelOf(reasons, reason);

/** The label of a state; Stripe's name if there is none. */
export const disputeState = (state: string): string => labelOf(states, state);

function labelOf(labels: Readonly<Record<string, () => string>>, name: string): string {
  return (Object.hasOwn(labels, name) && labels[name]?.()) || name.replaceAll('_', ' ');
}
