import * as m from '#messages';
import { ADDITIONS, type Amount, DEDUCTIONS } from '#shared/core/amounts.ts';
import type { OrderDetail } from '#shared/orders/admin-orders.ts';
import type { OrderLine } from '#shared/orders/lines.ts';
import { contentsIn } from '#shared/orders/words.ts';
import { type TaxLine, taxReasonKey } from '#shared/tax/lines.ts';
import { getLanguage, useLanguage } from '../../../lib/language.ts';
import { formatAmount, formatCents } from '../kit/format.ts';
import { shippingPrice } from './shipping.tsx';

/** Texts for the reason of an order's tax. */
const REASONS = {
  exempt: m.admin_tax_reason_exempt,
  outside: m.admin_tax_reason_outside,
  not_registered: m.admin_tax_reason_not_registered,
  nothing_taxed: m.admin_tax_reason_nothing_taxed,
  calculated: m.admin_tax_reason_calculated,
  by_table: m.admin_tax_reason_by_table,
  registered: m.admin_tax_reason_registered,
};

function taxReason(line: TaxLine): string {
  const { name: state, rate, certificate } = line;
  const why = REASONS[taxReasonKey(line)]({ state, rate, number: certificate?.number ?? '' });
  return line.isFixed ? `${why}; ${m.admin_tax_fixed()}` : why;
}

type Row = { label: string; detail: string | null; amount: string };

/** The rows for each amount of an order. */
const ROWS: Readonly<Record<Amount, (order: OrderDetail) => Row[]>> = {
  discount: ({ discount, discountCode, discountName }) => {
    const detail = discountName?.[getLanguage()] ?? discountCode;
    return detail === null ? [] : [{ label: m.admin_line_discount(), detail, amount: `−${formatAmount(discount)}` }];
  },
  tax: ({ taxLines }) =>
    taxLines.map((line) => ({
      label: m.admin_line_tax(),
      detail: taxReason(line),
      amount: formatAmount(line.amount),
    })),
};

function shippingRow({ shippingMethod, shippingCarrier, shippingCost }: OrderDetail): Row {
  return {
    label: m.admin_col_shipping(),
    detail: [shippingMethod, shippingCarrier].filter(Boolean).join(', '),
    amount: shippingCost === null ? '-' : shippingPrice(shippingCost),
  };
}

/** So that the rows add up to the total, which was paid. */
function differenceRow({ difference }: OrderDetail): Row[] {
  if (difference === '0.00') return [];
  const amount = formatAmount(difference).replace('-', '−');
  return [{ label: m.admin_line_difference(), detail: null, amount }];
}

/** The items, at the prices that were charged. */
export function OrderLines({ order }: { order: OrderDetail }) {
  const rowsOf = (names: readonly Amount[]) => names.flatMap((name) => ROWS[name](order));
  const rows = [...rowsOf(DEDUCTIONS), shippingRow(order), ...rowsOf(ADDITIONS), ...differenceRow(order)];
  return (
    <table className="w-full border-collapse text-[0.95rem]">
      <caption className="sr-only">{m.admin_col_items()}</caption>
      <thead>
        <tr className="border-line border-b-2 text-left text-[0.88rem] text-ink-soft">
          <th scope="col" className="py-1.5 pr-3 font-semibold">
            {m.admin_line_item()}
          </th>
          <th scope="col" className="px-2 py-1.5 whitespace-nowrap text-right font-semibold">
            {m.admin_line_price()}
          </th>
          <th scope="col" className="py-1.5 pl-2 whitespace-nowrap text-right font-semibold">
            {m.admin_line_amount()}
          </th>
        </tr>
      </thead>
      <tbody>
        {order.lines.map((line) => (
          <LineRow key={line.id} line={line} />
        ))}
        {rows.map(({ label, detail, amount }) => (
          <tr key={`${label} ${detail}`} className="border-line border-b align-top">
            <td colSpan={2} className="py-2 pr-3">
              {label}
              {detail && <span className="text-ink-soft">: {detail}</span>}
            </td>
            <td className="py-2 pl-2 whitespace-nowrap text-right tabular-nums">{amount}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr className="font-bold text-[1.08rem]">
          <th scope="row" colSpan={2} className="pt-3 text-left">
            {order.difference === '0.00' ? m.admin_col_total() : m.admin_line_paid()}
          </th>
          <td className="pt-3 whitespace-nowrap text-right tabular-nums">{formatAmount(order.totalAmount)}</td>
        </tr>
      </tfoot>
    </table>
  );
}

/** The items without prices, for a helper. */
export function PackedLines({ order }: { order: OrderDetail }) {
  return (
    <ul aria-label={m.admin_col_items()} className="text-[0.95rem]">
      {order.lines.map((line) => (
        <li key={line.id} className="border-line border-b py-2">
          <LineName line={line} />
        </li>
      ))}
    </ul>
  );
}

function LineName({ line }: { line: OrderLine }) {
  const { quantity, name, paidBack } = line;
  return (
    <>
      {quantity} x {name}
      {paidBack > 0 && (
        <span className="block font-semibold text-brand">{m.admin_line_paid_back({ count: paidBack })}</span>
      )}
      {contentsIn(line, useLanguage()).map((part) => (
        <span key={part.id} className="block pl-4 text-ink-soft">
          {part.quantity} x {part.name}
        </span>
      ))}
    </>
  );
}

function LineRow({ line }: { line: OrderLine }) {
  const { quantity, unitPriceCents } = line;
  return (
    <tr className="border-line border-b align-top">
      <td className="py-2 pr-3">
        <LineName line={line} />
      </td>
      <td className="px-2 py-2 whitespace-nowrap text-right tabular-nums">{formatCents(unitPriceCents)}</td>
      <td className="py-2 pl-2 whitespace-nowrap text-right tabular-nums">{formatCents(unitPriceCents * quantity)}</td>
    </tr>
  );
}
