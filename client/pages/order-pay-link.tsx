import { LazyPaymentForm } from '../features/checkout/payment/lazy-payment-form.tsx';
import { PayLinkSheet } from '../features/order-status/pay-link.tsx';

/** The page of a link to pay an order, with the forms of the checkout; loaded when needed. */
export default function OrderPayLink() {
  return <PayLinkSheet renderForm={(form) => <LazyPaymentForm {...form} returnPath={location.pathname} />} />;
}
