/** Begins the token of a link to pay an order, which the page of an order tells apart from an order's own. */
export const PAY_TOKEN = 'pay-';
