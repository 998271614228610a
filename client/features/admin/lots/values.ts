import type { Lot } from '#shared/lots/lots.ts';
import { shopDay } from '#shared/shipping/ship-days.ts';

/** The form's values as typed. */
export type LotValues = { productId: string; code: string; madeOn: string; bestBy: string; quantity: string };
/** The input of the call. */
export type LotFields = { productId: string; code: string; madeOn: string; bestBy: string; quantity: number | null };
export type LotError = { field: keyof LotValues; issue: string };

const DAY_MS = 86_400_000;
const dayAfter = (day: string, days: number) => new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);
const daysBetween = (from: string, to: string) => Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS);

/** The newest lot of a product. */
const newestOf = (lots: readonly Lot[], productId: string) =>
  lots
    .filter((lot) => lot.productId === productId)
    .sort((a, b) => b.madeOn.localeCompare(a.madeOn))
    .at(0);

/** `2026-11-28` as it is often printed: `261128`, with a letter if the product has that lot already. */
function freeCode(lots: readonly Lot[], productId: string, madeOn: string): string {
  const plain = madeOn.slice(2).replaceAll('-', '');
  const codes = ['', ...'BCDEFGHIJ'].map((letter) => `${plain}${letter}`);
  const isFree = (code: string) => !lots.some((lot) => lot.productId === productId && lot.code === code);
  return codes.find(isFree) ?? '';
}

/** The values of a new lot: made today, named by the day, good for as long as the product's last one. */
export function newLotValues(lots: readonly Lot[], productId: string, now = new Date()): LotValues {
  const madeOn = shopDay(now);
  const last = newestOf(lots, productId);
  const bestBy = last ? dayAfter(madeOn, daysBetween(last.madeOn, last.bestBy)) : '';
  return { productId, code: freeCode(lots, productId, madeOn), madeOn, bestBy, quantity: '' };
}

export function valuesOf({ productId, code, madeOn, bestBy, quantity }: Lot): LotValues {
  return { productId, code, madeOn, bestBy, quantity: quantity === null ? '' : String(quantity) };
}

/** @returns the fields to send, or the errors by field */
export function readValues(values: LotValues): { fields: LotFields } | { errors: LotError[] } {
  const errors: LotError[] = [];
  const refuse = (field: keyof LotValues, issue: string) => void errors.push({ field, issue });
  const { productId, madeOn, bestBy } = values;
  const code = values.code.trim();
  const typed = values.quantity.trim();
  if (productId === '') refuse('productId', 'required');
  if (code === '') refuse('code', 'required');
  if (!/^\d{4}-/.test(madeOn)) refuse('madeOn', 'day_invalid');
  if (!/^\d{4}-/.test(bestBy)) refuse('bestBy', 'day_invalid');
  else if (bestBy < madeOn) refuse('bestBy', 'end_before_start');
  if (typed !== '' && !/^[1-9]\d{0,5}$/.test(typed)) refuse('quantity', 'quantity_invalid');
  if (errors.length > 0) return { errors };
  return { fields: { productId, code, madeOn, bestBy, quantity: typed === '' ? null : Number(typed) } };
}
