import type { BaseDeps } from '#server/deps.ts';
import { centsOf, centsToText } from '#shared/core/money.ts';
import { FIGURE_PARTS, type Figure, type Figures } from '#shared/orders/figures.ts';
import { countFirstOrders, type Days, type PartRow, sumAll, sumParts } from './figures-repository.ts';

/**
 * Sales between two days, both included: in all and by product, state, code and source, and the number of first orders.
 */
export async function getFigures({ db }: Pick<BaseDeps, 'db'>, days: Days): Promise<Figures> {
  const [firstOrders, all, ...parts] = await Promise.all([
    countFirstOrders(db, days),
    sumAll(db, days),
    ...FIGURE_PARTS.map((part) => sumParts(db, part, days)),
  ]);
  const [product, state, code, source] = parts;
  const { orders, revenue, tax, returned } = all;
  const revenueCents = centsOf(revenue);
  return {
    ...days,
    orders,
    revenue,
    net: centsToText(revenueCents - centsOf(returned)),
    tax,
    average: centsToText(orders === 0 ? 0 : Math.round(revenueCents / orders)),
    firstOrders,
    parts: {
      product: (product ?? []).map(toFigure),
      state: (state ?? []).map(toFigure),
      code: (code ?? []).map(toFigure),
      source: (source ?? []).map(toFigure),
    },
  };
}

const toFigure = ({ returned: _, ...row }: PartRow): Figure => row;

/** Orders and sales without tax by state's postal code, without cancelled orders; sales in US cents. */
export async function sumSalesByState(
  { db }: Pick<BaseDeps, 'db'>,
  days: Days,
): Promise<{ state: string; orders: number; salesCents: number; taxCents: number }[]> {
  return (await sumParts(db, 'state', days)).map(({ key, orders, revenue, tax }) => {
    const taxCents = centsOf(tax);
    return { state: key, orders, salesCents: centsOf(revenue) - taxCents, taxCents };
  });
}
