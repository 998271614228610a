import * as z from 'zod/mini';
import { ADDITIONS, AMOUNTS, type Amounts, forEachAmount } from './amounts.ts';

/** The amounts of an order on the wire. */
export const amountFields = forEachAmount(AMOUNTS, () => z.string());

/** Those that a shipping rate tells, of the whole order with this rate. */
export const additionFields = forEachAmount(ADDITIONS, () => z.string());

export const NO_AMOUNTS: Amounts = forEachAmount(AMOUNTS, () => '0.00');
