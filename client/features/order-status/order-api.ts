import type { BuyerAddress, FindOrderInput } from '#shared/checkout/buyer.ts';
import type { OwedPayAnswer } from '#shared/orders/owed.ts';
import { PAY_TOKEN } from '#shared/orders/pay-token.ts';
import type { OrderStatusView } from '#shared/orders/status.ts';
import { callApi } from '../../lib/api-client.ts';

/** The secret in the page's URL. */
export const orderToken = (): string => location.pathname.split('/')[2] ?? '';
/** Whether it is an owner's link to pay an order, which is none until then. */
export const isPayLink = (): boolean => orderToken().startsWith(PAY_TOKEN);
const path = () => `/api/${isPayLink() ? 'pay-links' : 'orders'}/${orderToken()}`;

export const readOrder = <View = OrderStatusView>(signal?: AbortSignal) => callApi<View>(path(), { signal });

export const cancelOrder = () => callApi<OrderStatusView>(`${path()}/cancel`, { method: 'POST', payload: {} });

export const agreeToWait = () => callApi<OrderStatusView>(`${path()}/wait`, { method: 'POST', payload: {} });

export const correctAddress = (address: BuyerAddress) =>
  callApi<OrderStatusView>(`${path()}/address`, { method: 'POST', payload: address });

/** Begins the payment that the buyer is asked for, or continues it. */
export const payOwed = (payload: { amount: string }) =>
  callApi<OwedPayAnswer>(`${path()}/owed/pay`, { method: 'POST', payload });

export const confirmOwed = <View = OrderStatusView>(paymentIntentId: string) =>
  callApi<View>(`${path()}/owed/confirm`, { method: 'POST', payload: { paymentIntentId } });

/** Requests an order's link for its buyer; the answer does not reveal whether the order exists. */
export const findOrder = (input: FindOrderInput) =>
  callApi<object>('/api/orders/find', { method: 'POST', payload: input });
