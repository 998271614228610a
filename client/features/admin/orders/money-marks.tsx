import * as m from '#messages';
import type { Order } from '#shared/orders/admin-orders.ts';
import { type MoneyMark, moneyMarks } from '#shared/orders/refunds-and-disputes.ts';
import { Badge, type BadgeTone } from '../../../ui/badge.tsx';

const labels: Readonly<Record<MoneyMark, { tone: BadgeTone; label: () => string }>> = {
  refunded: { tone: 'red', label: m.admin_money_refunded },
  partly_refunded: { tone: 'yellow', label: m.admin_money_partly_refunded },
  disputed: { tone: 'brand', label: m.admin_money_disputed },
  refund_failed: { tone: 'brand', label: m.admin_money_refund_failed },
  fraud_warning: { tone: 'brand', label: m.admin_money_fraud_warning },
  review_opened: { tone: 'yellow', label: m.admin_money_review_opened },
  dispute_lost: { tone: 'brand', label: m.admin_money_dispute_lost },
};

/** Badges for refunds and disputes, beside the status. */
export function MoneyMarks({ order }: { order: Order }) {
  return moneyMarks(order).map((mark) => (
    <Badge key={mark} tone={labels[mark].tone} className="rounded-xl! whitespace-normal!">
      {labels[mark].label()}
    </Badge>
  ));
}
