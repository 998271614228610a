/*
 * Limits of docs/specification.md#limits, and caps that keep requests small. Separate from the schemas, which are large
 * in the browser.
 */
export const MIN_ORDER_CENTS = 50;
export const MAX_QUANTITY = 99;
export const MAX_LINES = 20;
export const DEFAULT_SHIPPING_DAYS = 5;
export const DEFAULT_SERVICE = 'Standard Shipping';
export const DEFAULT_CARRIER = 'USPS';
export const CURRENCY = 'usd';
export const COUNTRY = 'US';
