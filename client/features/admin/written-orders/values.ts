import { addressSchema } from '#shared/checkout/checkout.ts';
import type { Language } from '#shared/core/language.ts';
import type { Order } from '#shared/orders/admin-orders.ts';
import { parseZip } from '#shared/places/zip.ts';
import { shopDay } from '#shared/shipping/ship-days.ts';
import {
  type PaidMethod,
  type ShippingWay,
  USUAL_LINK_DAYS,
  type WrittenOrderInput,
  type WrittenPreview,
  type WrittenPreviewInput,
  type WrittenShipping,
} from '#shared/written-orders/written-orders.ts';
import { randomUuid } from '../../../lib/random-uuid.ts';
import { parseDollars } from '../kit/form/numbers.ts';

/** `price` is typed text; empty is the catalogue's price. */
export type LineValues = { id: string; quantity: number; price: string; reason: string };

export type WrittenValues = {
  /** Kept with the draft, so that a repeated press makes one order. */
  key: string;
  lines: LineValues[];
  fullName: string;
  email: string;
  phone: string;
  addressLine1: string;
  addressLine2: string;
  city: string;
  state: string;
  zipCode: string;
  preferredLanguage: Language;
  way: ShippingWay;
  /** A chosen rate, as `carrier|service`; empty is the cheapest. */
  rate: string;
  shippingAmount: string;
  code: string;
  note: string;
  kind: 'link' | 'paid';
  days: string;
  mail: boolean;
  method: PaidMethod;
  reference: string;
  paidOn: string;
  notify: boolean;
};

export const emptyValues = (language: Language): WrittenValues => ({
  key: randomUuid(),
  lines: [],
  ...{ fullName: '', email: '', phone: '', addressLine1: '', addressLine2: '', city: '', state: 'FL', zipCode: '' },
  preferredLanguage: language,
  ...{ way: 'rate', rate: '', shippingAmount: '', code: '', note: '' },
  ...{ kind: 'link', days: String(USUAL_LINK_DAYS), mail: true },
  ...{ method: 'cash', reference: '', paidOn: shopDay(new Date()), notify: true },
});

/** Contact and address of an earlier order. */
export function contactOf(order: Order) {
  const { email, phone, addressLine1, city, state, zipCode, preferredLanguage } = order;
  const address = { addressLine1, addressLine2: order.addressLine2 ?? '', city, state, zipCode };
  return { fullName: order.customerName, email, phone, ...address, preferredLanguage };
}
export type Contact = ReturnType<typeof contactOf>;

export const rateKey = ({ carrier, service }: { carrier: string; service: string }) => `${carrier}|${service}`;

/** The lines to send; `null` while one is not whole. @param blank stands for a reason that is not typed yet */
function linesOf({ lines }: Pick<WrittenValues, 'lines'>, blank: string | null): WrittenOrderInput['lines'] | null {
  const read = lines.map(({ id, quantity, price, reason }) => {
    const priceCents = price.trim() === '' ? undefined : parseDollars(price);
    if (quantity < 1 || priceCents === null) return null;
    return { id, quantity, priceCents, reason: reason.trim() || blank };
  });
  return read.length > 0 && read.every((line) => line !== null) ? read : null;
}

function ownShipping({ way, shippingAmount }: WrittenValues): WrittenShipping | null {
  if (way === 'pickup') return { way };
  const amountCents = way === 'van' && shippingAmount.trim() === '' ? 0 : parseDollars(shippingAmount);
  return way === 'rate' || amountCents === null ? null : { way, amountCents };
}

/** What the sums are asked for with; `null` while there is nothing to add up. */
export function previewInputOf(values: WrittenValues): WrittenPreviewInput | null {
  const lines = linesOf(values, '-');
  if (!lines) return null;
  const { email, preferredLanguage, way, rate, code } = values;
  const [carrier = '', service = ''] = rate.split('|');
  const chosen = { quoteId: '00000000-0000-0000-0000-000000000000', index: 0, carrier, service, amountCents: 0 };
  const shipping = way === 'rate' ? (rate ? { way, rate: chosen } : null) : ownShipping(values);
  return { lines, address: wholeAddress(values), email, preferredLanguage, way, shipping, code: code.trim() || null };
}

/** `null` until all of it is typed. */
function wholeAddress({ addressLine1, addressLine2, city, state, zipCode }: WrittenValues) {
  const address = { addressLine1, addressLine2: addressLine2 || null, city, state, zipCode };
  const isWhole = [addressLine1, city, state].every((text) => text.trim() !== '') && parseZip(zipCode) !== null;
  return isWhole ? address : null;
}

export type FieldIssue = { field: keyof WrittenValues; issue: string };

/**
 * The call's body with the sum that was shown, or what is missing.
 *
 * @param shown the sums of exactly these values
 */
export function bodyOf(
  values: WrittenValues,
  shown: WrittenPreview | undefined,
): { body: WrittenOrderInput } | { issues: FieldIssue[] } {
  const { fullName, email, phone, addressLine1, addressLine2, city, state, zipCode, preferredLanguage } = values;
  const typed = { fullName, email, phone, addressLine1, addressLine2, city, state, zipCode, preferredLanguage };
  const isCollected = values.way === 'pickup';
  // The server puts the shop's own address in place of this.
  const somewhere = { addressLine1: '-', addressLine2: '', city: '-', state: 'FL', zipCode: '33010' };
  const address = addressSchema.safeParse(isCollected ? { ...typed, ...somewhere } : typed);
  const issues: FieldIssue[] = (address.error?.issues ?? []).map(({ path, message }) => ({
    field: path[0] as keyof WrittenValues,
    issue: message,
  }));
  const lines = linesOf(values, null);
  if (values.way === 'amount' && ownShipping(values) === null)
    issues.push({ field: 'shippingAmount', issue: 'amount_invalid' });
  const isUnexplained =
    shown &&
    lines?.some(({ id, priceCents, reason }) => {
      const known = shown.lines.find((line) => line.id === id)?.catalogueCents;
      return reason === null && priceCents !== undefined && priceCents !== known;
    });
  if (isUnexplained) issues.push({ field: 'lines', issue: 'required' });
  if (issues.length > 0 || !address.success) return { issues };
  if (!lines || !shown?.shipping) return { issues: [] };
  const ending =
    values.kind === 'link'
      ? { kind: 'link' as const, days: Number(values.days) as 7, mail: values.mail }
      : {
          kind: 'paid' as const,
          ...{ method: values.method, reference: values.reference.trim() || null },
          ...{ paidOn: values.paidOn, notify: values.notify },
        };
  const { shipping, totals } = shown;
  const code = values.code.trim() || null;
  const body = {
    lines,
    address: address.data,
    shipping,
    code,
    note: values.note,
    totalCents: totals.totalCents,
    ending,
  };
  return { body };
}
