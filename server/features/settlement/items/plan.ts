import { AppError } from '#server/errors.ts';
import { discountOfItems } from '#server/features/codes/service.ts';
import { returnedCentsOf } from '#server/features/orders/owed.ts';
import type { OrderRow } from '#server/features/orders/service.ts';
import { taxOfItems } from '#server/features/tax/changed-items.ts';
import type { TaxProvider } from '#server/features/tax/provider.ts';
import { forEachLanguage } from '#shared/core/language.ts';
import { centsOf, MAX_AMOUNT_CENTS } from '#shared/core/money.ts';
import { orderTotals, spreadCents } from '#shared/core/totals.ts';
import type { ItemsMoney, ItemsTotals } from '#shared/orders/items.ts';
import type { OrderLine, Pieces } from '#shared/orders/lines.ts';
import { type OrderTaxes, taxCentsOf } from '#shared/tax/tax.ts';
import type { SettlementDeps } from '../deps.ts';
import { paidBackForItems } from '../refunds/service.ts';

export type PlanDeps = SettlementDeps & { taxes: TaxProvider };

/** An order with other items; all amounts in US cents. */
export type ItemsPlan = {
  lines: OrderLine[];
  taxes: OrderTaxes | null;
  before: ItemsTotals;
  after: ItemsTotals;
  /** After less before. */
  differenceCents: number;
  /** How much of it is paid back, if so much of the payment is left: never what was not paid. */
  refundCents: number;
};

/**
 * What an order costs with these items. The preview and the change are both made from it. An ordered product keeps the
 * price that was paid, an added one has the current price; shipping stays.
 *
 * The tax follows only when money is paid back. If the difference is let go, the shop has collected, and owes, what was
 * charged.
 *
 * @throws AppError `validation` · `product_unknown` · `amount_too_large` · `tax_unavailable` · `tax_address`
 */
export async function planItems(
  deps: PlanDeps,
  order: OrderRow,
  { wanted, money }: { wanted: readonly Pieces[]; money: ItemsMoney },
): Promise<ItemsPlan> {
  requireChange(order, wanted);
  const before = totalsOf(order.lines, order, { discount: centsOf(order.discount), tax: centsOf(order.tax) });
  const bare = wanted.map((piece) => toLine(deps, order, piece));
  const { discountCents, shares } = await discountOfItems(deps.db, order.discountCode, {
    discountCents: before.discountCents,
    before: order.lines.map(toPriced),
    after: bare.map(toPriced),
  });
  const lines = bare.map((line, i) => ({ ...line, discountCents: shares[i] ?? 0 }));
  const goneCents = (await returnedCentsOf(deps.db, order.id)) + (await paidBackForItems(deps.db, order.id));
  const paidCents = centsOf(order.totalAmount) - goneCents;
  const anew = money === 'refund' ? await taxOfItems(deps, order, { lines, discountCents }) : null;
  const plan = (taxes: OrderTaxes | null, tax: number): ItemsPlan => {
    const after = totalsOf(lines, order, { discount: discountCents, tax });
    if (after.totalCents > MAX_AMOUNT_CENTS) throw new AppError('amount_too_large');
    const differenceCents = after.totalCents - before.totalCents;
    const taxed = lines.map((line, i) => ({ ...line, taxCents: taxes?.items[i] ?? 0 }));
    // A difference that was let go, or is still to be paid, does not come back when the items do.
    const overpaidCents = Math.max(0, paidCents - after.totalCents);
    const refundCents = money === 'refund' ? Math.max(0, Math.min(-differenceCents, overpaidCents)) : 0;
    return { lines: taxed, taxes, before, after, differenceCents, refundCents };
  };
  const followed = anew && plan(anew, taxCentsOf(anew));
  return followed && followed.refundCents > 0 ? followed : plan(keptTaxes(order, lines), before.taxCents);
}

/** The charged tax, split over the new lines. */
function keptTaxes({ taxes }: OrderRow, lines: readonly OrderLine[]): OrderTaxes | null {
  if (!taxes) return null;
  const ofItems = taxes.items.reduce((sum, cents) => sum + cents, 0);
  return { ...taxes, items: spreadCents(ofItems, lines.map(costOf)) };
}

function totalsOf(
  lines: readonly OrderLine[],
  { shippingCost }: OrderRow,
  { discount, tax }: { discount: number; tax: number },
): ItemsTotals {
  const shippingCents = centsOf(shippingCost ?? '0.00');
  return orderTotals(lines.map(toPriced), { discountCents: discount, shippingCents, taxCents: tax });
}

const toPriced = ({ id, unitPriceCents: priceCents, quantity, discountCents }: OrderLine) => ({
  ...{ id, priceCents, quantity, discountCents },
});
const costOf = ({ unitPriceCents, quantity }: OrderLine) => unitPriceCents * quantity;

/** Refunded units stay in the order, because their refund names them. */
function requireChange({ lines }: OrderRow, wanted: readonly Pieces[]): void {
  const quantityOf = (id: string) => wanted.find((piece) => piece.id === id)?.quantity ?? 0;
  const isSame = lines.length === wanted.length && lines.every(({ id, quantity }) => quantityOf(id) === quantity);
  const isShort = lines.some(({ id, paidBack }) => quantityOf(id) < paidBack);
  const code = isSame ? 'required' : 'invalid';
  if (isSame || isShort) throw new AppError('validation', { issues: [{ path: 'lines', code }] });
}

/** A line without its shares of discount and tax. @throws AppError `product_unknown` */
function toLine({ catalogue }: PlanDeps, order: OrderRow, { id, quantity }: Pieces): OrderLine {
  const bought = order.lines.find((line) => line.id === id);
  if (bought) return { ...bought, quantity };
  const { products, find } = catalogue();
  const product = products.find((each) => each.id === id);
  if (!product) throw new AppError('product_unknown');
  const components = product.components.map((part) => ({
    id: part.id,
    names: find(part.id)?.name ?? forEachLanguage(() => part.id),
    quantity: part.quantity,
  }));
  return {
    id,
    name: product.name[order.preferredLanguage],
    names: product.name,
    quantity,
    unitPriceCents: product.priceCents,
    discountCents: 0,
    taxCents: 0,
    components: components.length > 0 ? components : null,
    paidBack: 0,
  };
}
