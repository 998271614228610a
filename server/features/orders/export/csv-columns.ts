import { type CsvColumn, csvPhone, csvTime, csvWord } from '#server/plugins/tables/csv-headings.ts';
import { ADDITIONS, type Amount, DEDUCTIONS } from '#shared/core/amounts.ts';
import type { Language } from '#shared/core/language.ts';
import { centsToText } from '#shared/core/money.ts';
import { orderTotals } from '#shared/core/totals.ts';
import type { Order } from '#shared/orders/admin-orders.ts';
import type { OrderLine } from '#shared/orders/lines.ts';
import { isToProcess, linesToSend, orderNumber } from '#shared/orders/orders.ts';
import { moneyMarks } from '#shared/orders/refunds-and-disputes.ts';
import { lineNameIn } from '#shared/orders/words.ts';
import { taxReasonKey } from '#shared/tax/lines.ts';

/** A line with its order. */
export type LineOfOrder = { order: Order; line: OrderLine };

/** An order, and when it was last set to shipped. */
export type DatedOrder = { order: Order; shippedAt: Date | null };

const HEADINGS = {
  discount: 'admin_csv_order_discount',
  tax: 'admin_csv_order_tax',
} as const satisfies Record<Amount, CsvColumn<DatedOrder>[0]>;

export const orderColumns: CsvColumn<DatedOrder>[] = [
  ['admin_csv_number', ({ order }) => orderNumber(order.id)],
  ['admin_csv_spoken_number', ({ order }) => order.number],
  ['admin_csv_date', ({ order }) => csvTime(order.createdAt)],
  ['admin_csv_shipped', ({ shippedAt }) => shippedAt && csvTime(shippedAt.toISOString())],
  ['admin_csv_status', ({ order }, language) => csvWord(`admin_status_${order.status}`, language)],
  ['admin_csv_customer', ({ order }) => order.customerName],
  ['admin_csv_email', ({ order }) => order.email],
  ['admin_csv_phone', ({ order }) => csvPhone(order.phone)],
  ['admin_csv_address', ({ order }) => order.addressLine1],
  ['admin_csv_address_2', ({ order }) => order.addressLine2],
  ['admin_csv_city', ({ order }) => order.city],
  ['admin_csv_state', ({ order }) => order.state],
  ['admin_csv_zip', ({ order }) => order.zipCode],
  ['admin_csv_recipient', ({ order }) => order.recipientName],
  ['admin_csv_items', ({ order }) => itemsText(order)],
  ...DEDUCTIONS.map(amountColumn),
  ['admin_csv_code', ({ order }) => order.discountCode],
  ['admin_csv_shipping', ({ order }) => order.shippingCost, 'amount'],
  ...ADDITIONS.map(amountColumn),
  ['admin_csv_tax_reason', ({ order }, language) => taxReasons(order, language)],
  ['admin_csv_total', ({ order }) => order.totalAmount, 'amount'],
  ['admin_csv_difference', ({ order }) => order.difference, 'amount'],
  ['admin_csv_refunded', ({ order }) => order.refundedAmount, 'amount'],
  ['admin_csv_disputed', ({ order }) => order.disputedAmount, 'amount'],
  ['admin_csv_money_mark', ({ order }, language) => marksText(order, language)],
  ['admin_csv_currency', ({ order }) => order.currency],
  ['admin_csv_method', ({ order }) => order.shippingMethod],
  ['admin_csv_carrier', ({ order }) => order.trackingCarrier ?? order.shippingCarrier],
  ['admin_csv_tracking', ({ order }) => order.trackingNumber],
  ['admin_csv_notes', ({ order }) => order.notes],
  ['admin_csv_gift_note', ({ order }) => order.giftNote],
  ['admin_csv_payment', ({ order }) => order.stripePaymentIntentId],
  ['admin_csv_language', ({ order }) => order.preferredLanguage],
  ['admin_csv_id', ({ order }) => order.id],
  ['admin_csv_to_send', ({ order }) => toSendText(order)],
];

export const lineColumns: CsvColumn<LineOfOrder>[] = [
  ['admin_csv_number', ({ order }) => orderNumber(order.id)],
  ['admin_csv_spoken_number', ({ order }) => order.number],
  ['admin_csv_date', ({ order }) => csvTime(order.createdAt)],
  ['admin_csv_status', ({ order }, language) => csvWord(`admin_status_${order.status}`, language)],
  ['admin_csv_customer', ({ order }) => order.customerName],
  ['admin_csv_email', ({ order }) => order.email],
  ['admin_csv_state', ({ order }) => order.state],
  ['admin_csv_zip', ({ order }) => order.zipCode],
  ['admin_csv_product_id', ({ line }) => line.id],
  ['admin_csv_product', ({ line }, language) => lineNameIn(line, language)],
  ['admin_csv_quantity', ({ line }) => line.quantity],
  ['admin_csv_price', ({ line }) => centsToText(line.unitPriceCents), 'amount'],
  ['admin_csv_discount', ({ line }) => centsToText(line.discountCents), 'amount'],
  ['admin_csv_tax', ({ line }) => centsToText(line.taxCents), 'amount'],
  ['admin_csv_line_total', ({ line }) => centsToText(lineTotalCents(line)), 'amount'],
  ['admin_csv_currency', ({ order }) => order.currency],
  ['admin_csv_id', ({ order }) => order.id],
];

function amountColumn(name: Amount): CsvColumn<DatedOrder> {
  return [HEADINGS[name], ({ order }) => order[name], 'amount'];
}

function marksText(order: Order, language: Language): string {
  return moneyMarks(order)
    .map((mark) => csvWord(`admin_money_${mark}`, language))
    .join('; ');
}

function taxReasons({ taxLines }: Order, language: Language): string {
  return taxLines
    .flatMap((line) => {
      const { name: state, rate, certificate } = line;
      const values = { state, rate, number: certificate?.number ?? '' };
      const why = csvWord(`admin_tax_reason_${taxReasonKey(line)}`, language, values);
      return line.isFixed ? [why, csvWord('admin_tax_fixed', language)] : [why];
    })
    .join('; ');
}

/** Without shipping. */
function lineTotalCents({ quantity, unitPriceCents, discountCents, taxCents }: OrderLine): number {
  return orderTotals([{ quantity, priceCents: unitPriceCents }], { discountCents, taxCents }).totalCents;
}

const itemsText = (order: Order) => textOf(order.lines);

/** Empty once an order has left. */
const toSendText = ({ status, lines }: Order) => (isToProcess({ status }) ? textOf(linesToSend(lines)) : '');

const textOf = (lines: readonly OrderLine[]) => lines.map(({ quantity, name }) => `${quantity} x ${name}`).join('; ');
