import { freeShipping } from '#brand/shipping.ts';

/* Limits of the specification, 4, 5 and 9; and caps that keep a request small. Apart from the schemas for their weight in the browser. */
export const MIN_ORDER_CENTS = 50;
export const FREE_SHIPPING_OVER_CENTS: number = freeShipping.overCents;
export const MAX_QUANTITY = 99;
export const MAX_LINES = 20;
export const DEFAULT_SHIPPING_DAYS = 5;
export const DEFAULT_SERVICE = 'Standard Shipping';
export const DEFAULT_CARRIER = 'USPS';
export const CURRENCY = 'usd';
export const COUNTRY = 'US';
