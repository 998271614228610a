import type Stripe from 'stripe';
import { newId } from './stripe-records.ts';

const DAY_S = 86_400;
const EXPIRES_S = 90 * DAY_S;
const FOOD = 'txcd_40040000';

/** The tax of a state that is registered at Stripe. */
export type Registration = { percent: number; taxesShipping: boolean; taxesFood: boolean };
type Kept = { transaction: Stripe.Tax.Transaction; totalCents: number; taxCents: number; reversedCents: number };
export class TaxFault extends Error {
  readonly code: string | undefined;
  constructor(code: string | undefined, message: string) {
    super(message);
    this.code = code;
  }
}

/** Stripe Tax with stored calculations, and transactions that are unique by reference. */
export class StripeTaxDesk {
  readonly registrations = new Map<string, Registration>();
  readonly calculations = new Map<string, Stripe.Tax.Calculation>();
  readonly transactions = new Map<string, Kept>();
  status: 'active' | 'pending' = 'active';
  readonly #now: () => number;
  constructor(now: () => number) {
    this.#now = now;
  }

  /** The record under a reference of ours. */
  record(reference: string): Kept | undefined {
    return [...this.transactions.values()].find(({ transaction }) => transaction.reference === reference);
  }

  /** All recorded tax less reversals, in US cents. */
  liabilityCents(): number {
    return [...this.transactions.values()].reduce((sum, { taxCents }) => sum + taxCents, 0);
  }

  route(method: string, path: string, form: URLSearchParams): unknown {
    const [, , , resource, id, action] = path.split('/');
    if (resource === 'settings' && method === 'GET') return { object: 'tax.settings', status: this.status };
    if (resource === 'calculations' && method === 'POST' && id === undefined) return this.#calculate(form);
    if (resource === 'calculations' && action === 'line_items') {
      const { line_items } = this.#calculation(id ?? '');
      return { ...line_items, has_more: false };
    }
    if (resource === 'transactions' && id === 'create_from_calculation') return this.#commit(form);
    if (resource === 'transactions' && id === 'create_reversal') return this.#reverse(form);
    throw new TaxFault('url_invalid', `Unrecognized request URL (${method}: ${path})`);
  }

  #calculate(form: URLSearchParams): Stripe.Tax.Calculation {
    const place = (name: string) => form.get(`customer_details[address][${name}]`) ?? '';
    if (!/^\d{5}/.test(place('postal_code')) || place('postal_code') === '99950') {
      throw new TaxFault('customer_tax_location_invalid', 'We could not determine the customer’s tax location.');
    }
    const registration = this.registrations.get(place('state'));
    const percent = registration?.percent ?? 0;
    const taxOf = (amount: number, isTaxed: boolean) => (isTaxed ? Math.round((amount * percent) / 100) : 0);
    const data: Stripe.Tax.CalculationLineItem[] = [];
    for (let i = 0; form.has(`line_items[${i}][amount]`); i++) {
      const field = (name: string) => form.get(`line_items[${i}][${name}]`) ?? '';
      const amount = Number(field('amount'));
      if (!Number.isInteger(amount) || amount <= 0) {
        throw new TaxFault('parameter_invalid_integer', `Invalid integer: ${field('amount')}`);
      }
      const isTaxed = field('tax_code') !== FOOD || (registration?.taxesFood ?? false);
      data.push({
        id: newId('tax_li'),
        object: 'tax.calculation_line_item',
        amount,
        amount_tax: taxOf(amount, isTaxed),
        livemode: false,
        metadata: null,
        performance_location: null,
        product: null,
        quantity: Number(field('quantity')),
        reference: field('reference'),
        tax_behavior: 'exclusive',
        tax_code: field('tax_code'),
      });
    }
    if (data.length === 0) throw new TaxFault('parameter_missing', 'Missing required param: line_items.');
    const shipping = Number(form.get('shipping_cost[amount]') ?? 0);
    const isAnyTaxed = data.some(({ amount_tax }) => amount_tax > 0);
    const shippingTax = taxOf(shipping, isAnyTaxed && (registration?.taxesShipping ?? false));
    const tax = data.reduce((sum, { amount_tax }) => sum + amount_tax, shippingTax);
    const goods = data.reduce((sum, { amount }) => sum + amount, 0);
    const reason = registration ? (tax > 0 ? 'standard_rated' : 'product_exempt') : 'not_collecting';
    const calculation: Stripe.Tax.Calculation = {
      id: newId('taxcalc'),
      object: 'tax.calculation',
      amount_total: goods + shipping + tax,
      currency: form.get('currency') ?? '',
      customer: null,
      customer_details: {
        address: {
          line1: place('line1'),
          line2: place('line2'),
          city: place('city'),
          state: place('state'),
          postal_code: place('postal_code'),
          country: place('country'),
        },
        address_source: 'shipping',
        ip_address: null,
        tax_ids: [],
        taxability_override: 'none',
      },
      expires_at: this.#now() + EXPIRES_S,
      line_items: { object: 'list', data, has_more: false, url: '/v1/tax/calculations/line_items' },
      livemode: false,
      ship_from_details: null,
      shipping_cost: {
        amount: shipping,
        amount_tax: shippingTax,
        tax_behavior: 'exclusive',
        tax_code: form.get('shipping_cost[tax_code]') ?? '',
      },
      tax_amount_exclusive: tax,
      tax_amount_inclusive: 0,
      tax_breakdown: [
        {
          amount: tax,
          inclusive: false,
          tax_rate_details: {
            country: 'US',
            flat_amount: null,
            percentage_decimal: percent.toFixed(4),
            rate_type: 'percentage',
            state: place('state'),
            tax_type: 'sales_tax',
          },
          taxability_reason: reason,
          taxable_amount: tax > 0 ? goods : 0,
        },
      ],
      tax_date: this.#now(),
    };
    this.calculations.set(String(calculation.id), calculation);
    // Stripe returns the lines only on request.
    const isExpanded = [...form].some(([key, value]) => key.startsWith('expand[') && value === 'line_items');
    if (isExpanded) return calculation;
    const { line_items: _, ...bare } = calculation;
    return bare as Stripe.Tax.Calculation;
  }

  #calculation(id: string): Stripe.Tax.Calculation {
    const calculation = this.calculations.get(id);
    if (!calculation) throw new TaxFault('resource_missing', `No such tax calculation: '${id}'`);
    if ((calculation.expires_at ?? 0) <= this.#now())
      throw new TaxFault(undefined, `Tax calculation ${id} has expired.`);
    return calculation;
  }

  #commit(form: URLSearchParams): Stripe.Tax.Transaction {
    const calculation = this.#calculation(form.get('calculation') ?? '');
    return this.#keep(form, 'transaction', calculation.amount_total, calculation.tax_amount_exclusive).transaction;
  }

  #reverse(form: URLSearchParams): Stripe.Tax.Transaction {
    const original = this.transactions.get(form.get('original_transaction') ?? '');
    if (!original) throw new TaxFault('resource_missing', 'No such tax transaction');
    const left = original.totalCents - original.reversedCents;
    const flat = -Number(form.get('flat_amount') ?? Number.NaN);
    const isFull = form.get('mode') === 'full';
    if (isFull && original.reversedCents > 0)
      throw new TaxFault(undefined, 'The transaction has been reversed in part.');
    if (!isFull && !(flat > 0 && flat <= left))
      throw new TaxFault('amount_too_large', 'flat_amount is more than is left.');
    const cents = isFull ? left : flat;
    const before = Math.round((original.taxCents * original.reversedCents) / original.totalCents);
    const after = Math.round((original.taxCents * (original.reversedCents + cents)) / original.totalCents);
    const { transaction } = this.#keep(form, 'reversal', -cents, before - after);
    original.reversedCents += cents;
    return transaction;
  }

  #keep(form: URLSearchParams, type: 'transaction' | 'reversal', totalCents: number, taxCents: number): Kept {
    const reference = form.get('reference') ?? '';
    if (reference === '') throw new TaxFault('parameter_missing', 'Missing required param: reference.');
    if (this.record(reference)) {
      throw new TaxFault('resource_already_exists', `A tax transaction with the reference ${reference} exists.`);
    }
    const original = form.get('original_transaction');
    const transaction = {
      id: newId('tax'),
      object: 'tax.transaction',
      created: this.#now(),
      currency: 'usd',
      customer: null,
      livemode: false,
      metadata: {},
      posted_at: this.#now(),
      reference,
      reversal: type === 'reversal' ? { original_transaction: original } : null,
      type,
    } as Stripe.Tax.Transaction;
    const kept = { transaction, totalCents, taxCents, reversedCents: 0 };
    this.transactions.set(transaction.id, kept);
    return kept;
  }
}
