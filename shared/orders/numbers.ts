import { orderNumber } from './orders.ts';

/** An order's running number, for the phone. It can be guessed, so it must not give access to an order. */
export const spokenNumber = (number: number | string): string => `#${number}`;

/** Running number and Order ID; the customer finds the order by the latter. */
export const bothNumbers = ({ id, number }: { id: string; number: number | string }): string =>
  `${spokenNumber(number)} (${orderNumber(id)})`;
