import type { OwedView } from '#shared/orders/owed.ts';
import type { OrderStatusView } from '#shared/orders/status.ts';
import { LazyPaymentForm } from '../features/checkout/payment/lazy-payment-form.tsx';
import { OwedPanel } from '../features/order-status/owed-panel.tsx';

type Props = { order: OrderStatusView; owed: OwedView; onChanged: (order: OrderStatusView) => void };

/** The part of an order's page where a requested payment is made, with the forms of the checkout; loaded when needed. */
export default function OrderOwed(props: Props) {
  return <OwedPanel {...props} renderForm={(form) => <LazyPaymentForm {...form} returnPath={location.pathname} />} />;
}
