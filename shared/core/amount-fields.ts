import * as z from 'zod/mini';
import { ADDITIONS, AMOUNTS, type Amounts, forEachAmount } from './amounts.ts';

/** The amounts of an order on the wire. */
export const amountFields = forEachAmount(AMOUNTS, () => z.string());

/** The amounts that each shipping rate adds to the whole order. */
export const additionFields = forEachAmount(ADDITIONS, () => z.string());

export const NO_AMOUNTS: Amounts = forEachAmount(AMOUNTS, () => '0.00');
