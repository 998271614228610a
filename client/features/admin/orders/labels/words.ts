import * as m from '#messages';
import type { LabelOfferOnWire } from '#shared/shipping/labels.ts';
import { formatAmount } from '../../kit/format.ts';

const failures: Readonly<Record<string, () => string>> = {
  unanswered: m.admin_label_unanswered,
  too_heavy: m.admin_label_too_heavy,
  product_gone: m.admin_label_product_gone,
  no_rate: m.admin_label_no_rate,
  too_hot: m.admin_label_too_hot,
  service_gone: m.admin_label_service_gone,
  dearer: m.admin_label_dearer,
  void_refused: m.admin_label_void_refused,
  address_changed: m.admin_label_address_changed,
};

/** The error of a label: our text for it, or the carrier's own. */
export function failureText(failure: string): string {
  return (Object.hasOwn(failures, failure) && failures[failure]?.()) || failure;
}

export function offerText({ service, carrier, cost }: LabelOfferOnWire): string {
  return m.admin_label_offer({ service, carrier, cost: formatAmount(cost) });
}
