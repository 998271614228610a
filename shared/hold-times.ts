/** How long a started checkout keeps its pieces and the use of its code, in minutes. */
export const HOLD_MINUTES = 15;
/** How long it keeps them while a bank works on the payment, in minutes. */
export const PAYING_MINUTES = 60;
