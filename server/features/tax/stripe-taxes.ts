import Stripe from 'stripe';
import { AppError } from '#server/errors.ts';
import { withDeadline } from '#server/features/payments/provider.ts';
import { connectStripe, type StripeSettings, stripeCause } from '#server/features/payments/stripe.ts';
import { CURRENCY } from '#shared/checkout/checkout.ts';
import { COUNTRY } from '#shared/checkout/limits.ts';
import { discountShares } from '#shared/core/totals.ts';
import { parseZip } from '#shared/places/zip.ts';
import { stateOfZip } from '#shared/places/zip-states.ts';
import { normalizeState } from '#shared/shipping/shipping.ts';
import type { TaxReason } from '#shared/tax/lines.ts';
import type { OrderTaxes } from '#shared/tax/tax.ts';
import type { TaxAnswer, TaxedSale, TaxProvider } from './provider.ts';

/** A shopper waits for an estimate: two tries of 2 s, and at most 4.5 s in all. */
const ESTIMATE = { timeout: 2_000, maxNetworkRetries: 1 };
export const TAX_ESTIMATE_MS = 4_500;
/** Nobody waits for a record. */
const RECORD = { timeout: 4_500, maxNetworkRetries: 1 };
const RECORD_MS = 10_000;
/** Stripe's largest page size. */
const PAGE = 100;
/** Shipping of goods. Source: docs.stripe.com/tax/tax-codes. */
const SHIPPING_CODE = 'txcd_92010001';
/** Stripe does not know the place, and a retry would not help. */
const UNKNOWN_PLACE: ReadonlySet<string | undefined> = new Set([
  'customer_tax_location_invalid',
  'invalid_tax_location',
]);

/** Sales tax with Stripe Tax, for the states that are registered there. */
export function stripeTaxes(settings: StripeSettings): TaxProvider {
  const asking = connectStripe(settings, ESTIMATE);
  const recording = connectStripe(settings, RECORD).tax.transactions;
  return {
    name: 'stripe',
    async estimate(sale, shippingCents) {
      const highest = Math.max(0, ...shippingCents);
      const taxes = await answerOf(TAX_ESTIMATE_MS, () => calculate(asking, sale, highest));
      return shippingCents.map((cents) => atShipping(taxes, cents, highest));
    },
    commit: ({ reference, calculationId }) =>
      record(() =>
        recording.createFromCalculation(
          { calculation: calculationId, reference },
          { idempotencyKey: `tax-${reference}-${calculationId}` },
        ),
      ),
    refund: ({ reference, transactionId, amountCents }) =>
      record(() =>
        recording.createReversal(
          { mode: 'partial', original_transaction: transactionId, reference, flat_amount: -amountCents },
          { idempotencyKey: `tax-${reference}` },
        ),
      ),
    void: ({ reference, transactionId }) =>
      record(() =>
        recording.createReversal(
          { mode: 'full', original_transaction: transactionId, reference },
          { idempotencyKey: `tax-${reference}` },
        ),
      ),
  };
}

/** The estimate for another shipping cost: its share of the shipping's tax, without a record at Stripe. */
function atShipping({ calculationId, ...taxes }: OrderTaxes, cents: number, calculatedCents: number): OrderTaxes {
  if (cents === calculatedCents) return { ...taxes, ...(calculationId && { calculationId }) };
  return { ...taxes, shipping: Math.round((taxes.shipping * cents) / calculatedCents) };
}

async function calculate(
  stripe: Stripe,
  { lines, discountCents, address }: TaxedSale,
  shippingCents: number,
): Promise<OrderTaxes> {
  const state = stateOfZip(address.zipCode);
  const costs = lines.map(({ priceCents, quantity }) => priceCents * quantity);
  const discounts = discountShares(lines, discountCents);
  const sold = lines
    .map(({ id, quantity, taxCode }, i) => ({
      amount: (costs[i] ?? 0) - (discounts[i] ?? 0),
      quantity,
      reference: id,
      tax_behavior: 'exclusive' as const,
      tax_code: taxCode,
    }))
    .filter(({ amount }) => amount > 0);
  // Stripe requires a line, but a free order has none; the table does not tax it either.
  const line = { name: state ?? '', rate: '0', reason: 'nothing_taxed' } as const;
  if (sold.length === 0) return { items: lines.map(() => 0), shipping: 0, line };
  const calculation = await stripe.tax.calculations.create({
    currency: CURRENCY,
    customer_details: {
      address: {
        line1: address.addressLine1,
        line2: address.addressLine2 ?? '',
        city: address.city,
        state: state ?? normalizeState(address.state),
        postal_code: address.zipCode,
        country: COUNTRY,
      },
      address_source: 'shipping',
    },
    line_items: sold,
    shipping_cost: { amount: shippingCents, tax_behavior: 'exclusive', tax_code: SHIPPING_CODE },
    expand: ['line_items'],
  });
  const taxOf = new Map((await readLines(stripe, calculation)).map((line) => [line.reference, line.amount_tax]));
  const items = lines.map(({ id }) => taxOf.get(id) ?? 0);
  const shipping = calculation.shipping_cost?.amount_tax ?? 0;
  const taxCents = items.reduce((sum, cents) => sum + cents, shipping);
  const goodsCents = sold.reduce((sum, { amount }) => sum + amount, 0);
  const isWhole =
    calculation.tax_amount_exclusive === taxCents &&
    calculation.amount_total === goodsCents + shippingCents + taxCents &&
    [shipping, ...items].every((cents) => cents >= 0);
  // Inconsistent sums are never charged.
  if (!isWhole || !calculation.id) throw new AppError('tax_unavailable', { cause: new Error('sums that do not fit') });
  const why = reasonOf(calculation, taxCents);
  // Counties and cities have their own rates.
  const zip = why.reason === 'calculated' ? parseZip(address.zipCode) : null;
  return { items, shipping, line: { ...line, ...why }, calculationId: calculation.id, ...(zip !== null && { zip }) };
}

async function readLines(
  stripe: Stripe,
  { id, line_items }: Stripe.Tax.Calculation,
): Promise<Stripe.Tax.CalculationLineItem[]> {
  if (!id || !line_items) return [];
  if (!line_items.has_more) return line_items.data;
  const all: Stripe.Tax.CalculationLineItem[] = [];
  for await (const line of stripe.tax.calculations.listLineItems(id, { limit: PAGE })) all.push(line);
  return all;
}

/** The highest rate in per cent within the sum, and its reason. */
function reasonOf(
  { tax_breakdown: parts }: Stripe.Tax.Calculation,
  taxCents: number,
): { rate: string; reason: TaxReason } {
  const rates = parts.map(({ tax_rate_details: { percentage_decimal } }) => Number(percentage_decimal) || 0);
  const rate = String(Math.round(Math.max(0, ...rates) * 1000) / 1000);
  if (taxCents > 0) return { rate, reason: 'calculated' };
  const isUnregistered = parts.every(({ taxability_reason }) => taxability_reason === 'not_collecting');
  return isUnregistered ? { rate: '0', reason: 'not_registered' } : { rate, reason: 'nothing_taxed' };
}

/** @throws AppError `tax_unavailable` */
function record(work: () => Promise<Stripe.Tax.Transaction>): Promise<TaxAnswer> {
  return answerOf(RECORD_MS, async () => {
    try {
      return { kind: 'done', transactionId: (await work()).id };
    } catch (error) {
      // Errors of the request itself: Stripe has recorded nothing and will not.
      const isRefused = error instanceof Stripe.errors.StripeInvalidRequestError && error.statusCode !== 409;
      if (isRefused) return { kind: 'refused', code: error.code ?? error.type };
      throw error;
    }
  });
}

/** @throws AppError `tax_unavailable` · `tax_address` */
async function answerOf<T>(limitMs: number, work: () => Promise<T>): Promise<T> {
  try {
    return await withDeadline(limitMs, work);
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) {
      throw error instanceof AppError && error.code === 'tax_unavailable'
        ? error
        : new AppError('tax_unavailable', { cause: error });
    }
    throw new AppError(UNKNOWN_PLACE.has(error.code) ? 'tax_address' : 'tax_unavailable', {
      cause: stripeCause(error),
    });
  }
}
