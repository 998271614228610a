import * as z from 'zod/mini';
import { lineText } from '#shared/core/fields.ts';
import { discountShares, orderTotals, spreadCents } from '#shared/core/totals.ts';
import { US_STATE_CODES, type UsState } from '#shared/places/us-states.ts';
import { parseZip } from '#shared/places/zip.ts';
import { stateOfZip } from '#shared/places/zip-states.ts';
import type { TaxLine, TaxReason } from './lines.ts';

/** Packaged food, which most states do not tax. Source: docs.stripe.com/tax/tax-codes. */
const PACKED_FOOD = 'txcd_40040000';

/** What the shop collects in a state: the rate in thousandths of a per cent, and what it applies to. */
export type TaxRule = { rateMilli: number; taxesShipping: boolean; taxesFood: boolean };

/**
 * The tax of one order in US cents: of each line in order, and of the shipping, with the reason. `calculationId` is the
 * outside provider's record of this sum. `zip` are the five digits that it was calculated for, if the rate varies
 * within the state.
 */
export type OrderTaxes = {
  items: number[];
  shipping: number;
  line: Omit<TaxLine, 'amount'>;
  calculationId?: string;
  zip?: string;
};

/** The reason of an order's tax, as one line; empty in orders of earlier versions. */
export function taxLinesOf({
  taxes,
  tax,
  zipCode,
}: {
  taxes?: OrderTaxes | null | undefined;
  tax: string;
  zipCode: string;
}): TaxLine[] {
  if (!taxes) return [];
  const { line } = taxes;
  // Refunded tax does not depend on the address.
  const isFixed = line.reason !== 'exempt' && isElsewhere(taxes, zipCode);
  return [{ ...line, amount: tax, ...(isFixed && { isFixed }) }];
}

function isElsewhere({ line, zip }: OrderTaxes, zipCode: string): boolean {
  return (stateOfZip(zipCode) ?? '') !== line.name || (zip !== undefined && parseZip(zipCode) !== zip);
}

export const TAX_PROVIDERS = ['table', 'stripe'] as const;

export type TaxedLine = {
  priceCents: number;
  quantity: number;
  taxCode: string;
  /** Its share of the discount, in US cents; by default the discount is spread by the price of the lines. */
  discountCents?: number | undefined;
};

/**
 * The tax of a cart: each taxed line less its share of the discount, times the rate. It is rounded once per order, half
 * a cent up, and split by largest remainder. If shipping is taxed, then in proportion to the value of the taxed goods.
 *
 * @param state of the destination; `null` outside of all states
 * @param rule `null` if the shop does not collect there
 */
export function taxesOf(
  lines: readonly TaxedLine[],
  {
    discountCents,
    shippingCents,
    state,
    rule,
  }: { discountCents: number; shippingCents: number; state: UsState | null; rule: TaxRule | null },
): OrderTaxes {
  const none = (reason: TaxReason): OrderTaxes => ({
    items: lines.map(() => 0),
    shipping: 0,
    line: { name: state ?? '', rate: rule ? rateText(rule.rateMilli) : '0', reason },
  });
  if (!rule) return none('not_registered');
  const costs = lines.map(({ priceCents, quantity }) => priceCents * quantity);
  const discounts = discountShares(lines, discountCents);
  const bases = lines.map(({ taxCode }, i) =>
    taxCode === PACKED_FOOD && !rule.taxesFood ? 0 : (costs[i] ?? 0) - (discounts[i] ?? 0),
  );
  const taxedCents = bases.reduce((sum, base) => sum + base, 0);
  if (taxedCents === 0) return none('nothing_taxed');
  const goodsCents = orderTotals(lines).subtotalCents - discountCents;
  const shippingBase = rule.taxesShipping ? Math.round((shippingCents * taxedCents) / goodsCents) : 0;
  // Integer arithmetic: a cent has 100,000 parts.
  const taxCents = Math.floor(((taxedCents + shippingBase) * rule.rateMilli + 50_000) / 100_000);
  const [shipping = 0, ...items] = spreadCents(taxCents, [shippingBase, ...bases]);
  return { items, shipping, line: { name: state ?? '', rate: rateText(rule.rateMilli), reason: 'registered' } };
}

/** All of an order's tax, in US cents. */
export const taxCentsOf = ({ items, shipping }: Pick<OrderTaxes, 'items' | 'shipping'>): number =>
  items.reduce((sum, cents) => sum + cents, shipping);

const RATE = /^(\d{1,2})(?:[.,](\d{1,3}))?(?:\s*%)?$/;
const MAX_RATE_MILLI = 30_000;
/**
 * A rate in per cent as whole thousandths: `8.25`, `8,25` and `8.25 %` are 8250.
 *
 * @returns `null` for other text, and for a rate that is not above 0 and at most 30 per cent
 */
export function textToRate(text: string): number | null {
  const [, whole, part = ''] = RATE.exec(text.trim()) ?? [];
  const rate = Number(whole) * 1000 + Number(part.padEnd(3, '0'));
  return rate > 0 && rate <= MAX_RATE_MILLI ? rate : null;
}
export const rateText = (rateMilli: number): string => String(rateMilli / 1000);

const rateField = lineText(10).check(z.refine((text) => textToRate(text) !== null, 'tax_rate_invalid'));
const shape = {
  /** Per cent, as `textToRate` reads it. */
  rate: rateField,
  taxesShipping: z.optional(z.boolean('invalid')),
  taxesFood: z.optional(z.boolean('invalid')),
  /** The first day on which tax is collected, `YYYY-MM-DD` in the shop's time zone; today by default. */
  since: z.optional(z.iso.date('invalid')),
};

/** POST /api/admin/taxes (201): the shop is registered in a state. */
export const taxRegistrationInputSchema = z.object({ state: z.enum(US_STATE_CODES, 'required'), ...shape });
export type TaxRegistrationInput = z.output<typeof taxRegistrationInputSchema>;

/** PATCH /api/admin/taxes/{id}: any of the fields except the state, and the `version` that they change. */
export const taxRegistrationChangeSchema = z.object({
  ...z.partial(z.object(shape)).shape,
  version: z.int('required').check(z.nonnegative('invalid')),
});
export type TaxRegistrationChange = z.output<typeof taxRegistrationChangeSchema>;

/** A state's sales of this year. `sales` is without tax, `percent` the share of the threshold. */
const stateSalesSchema = z.object({
  state: z.enum(US_STATE_CODES),
  orders: z.int(),
  sales: z.string(),
  tax: z.string(),
  /** `null` in a state without sales tax. */
  threshold: z.nullable(z.object({ dollars: z.int(), sales: z.optional(z.int()), needsBoth: z.boolean() })),
  percent: z.int(),
  isRegistered: z.boolean(),
  /** The shop's own state, which requires tax from the first sale. */
  isHome: z.boolean(),
});
export type StateSales = z.output<typeof stateSalesSchema>;

/** GET /api/admin/taxes/sales: `asOf` is the day of the thresholds, `source` where they are published. */
export const taxMeterSchema = z.object({
  year: z.string(),
  asOf: z.string(),
  source: z.string(),
  states: z.array(stateSalesSchema),
});
export type TaxMeter = z.output<typeof taxMeterSchema>;

/** A state in which the shop collects tax, for the admin. */
export const taxRegistrationSchema = z.object({
  id: z.string(),
  state: z.enum(US_STATE_CODES),
  rate: z.string(),
  taxesShipping: z.boolean(),
  taxesFood: z.boolean(),
  since: z.string(),
  version: z.int(),
  createdAt: z.string(),
});
export type TaxRegistration = z.output<typeof taxRegistrationSchema>;
