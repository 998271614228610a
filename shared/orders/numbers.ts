import { orderNumber } from './orders.ts';

/** An order's running number, to be said on the phone. It can be guessed, so that it alone must not open an order. */
export const spokenNumber = (number: number | string): string => `#${number}`;

/** Both, for customers: the one to say, and the one with which they find their order. */
export const bothNumbers = ({ id, number }: { id: string; number: number | string }): string =>
  `${spokenNumber(number)} (${orderNumber(id)})`;
