import * as m from '#messages';
import type { WrittenPreview } from '#shared/written-orders/written-orders.ts';
import { formatCents } from '../kit/format.ts';

type Props = { preview: WrittenPreview; isBusy: boolean; hasTax: boolean };

/** The sums of the server. Without an address they are those of the items. */
export function Totals({ preview: { totals }, isBusy, hasTax }: Props) {
  const rows: [string, number, string][] = [
    [m.admin_col_items(), totals.subtotalCents, ''],
    ...(totals.discountCents > 0
      ? [[m.admin_line_discount(), totals.discountCents, '−'] as [string, number, string]]
      : []),
    ...(hasTax
      ? ([
          [m.admin_col_shipping(), totals.shippingCents, ''],
          [m.admin_line_tax(), totals.taxCents, ''],
        ] as [string, number, string][])
      : []),
  ];
  return (
    <dl
      aria-busy={isBusy}
      className={`grid grid-cols-[1fr_auto] gap-y-1 rounded-field bg-tint/60 px-4 py-3 tabular-nums ${isBusy ? 'opacity-60' : ''}`}
    >
      {rows.map(([label, cents, sign]) => (
        <div key={label} className="contents">
          <dt>{label}</dt>
          <dd className="text-right">{sign + formatCents(cents)}</dd>
        </div>
      ))}
      <dt className="font-semibold">{hasTax ? m.admin_col_total() : m.admin_written_so_far()}</dt>
      <dd className="text-right font-semibold">{formatCents(totals.totalCents)}</dd>
    </dl>
  );
}
