import * as m from '#messages';
import { type Sold, type SoldPart, STATS_PARTS, type StatsPart } from '#shared/orders/stats.ts';
import { US_STATES, type UsState } from '#shared/places/us-states.ts';
import { getLanguage } from '../../../lib/language.ts';
import { TextField } from '../../../ui/form.tsx';
import { formatAmount, formatCount, formatShare } from '../kit/format.ts';
import { Skeleton } from '../kit/load-states.tsx';
import { useUrlState } from '../kit/url-state.ts';

const titles: Record<StatsPart, () => string> = {
  product: m.admin_stats_product,
  state: m.admin_stats_state,
  code: m.admin_stats_code,
  source: m.admin_stats_source,
};
const keyLabels: Record<StatsPart, () => string> = {
  product: m.admin_stats_key_product,
  state: m.admin_stats_key_state,
  code: m.admin_stats_key_code,
  source: m.admin_stats_key_source,
};

type Props = { from: string; until: string; sold: Sold | undefined; hasFailed: boolean };

/** Sales between two chosen days, by product, state, code and source. */
export default function SoldSection({ from, until, sold, hasFailed }: Props) {
  const url = useUrlState();
  const field = (name: 'from' | 'until', label: string, value: string, problem?: string) => (
    <TextField
      label={label}
      type="date"
      value={value}
      error={problem}
      onChange={(event) => url.set({ [name]: event.target.value }, { replace: true })}
    />
  );
  return (
    <section aria-labelledby="sold-title" className="mt-8 border-line border-t pt-6">
      <h3 id="sold-title" className="font-sans text-[1.05rem] font-bold text-ink">
        {m.admin_stats_title()}
      </h3>
      <div className="mt-3 grid max-w-md gap-4 sm:grid-cols-2">
        {field('from', m.admin_stats_from(), from)}
        {field('until', m.admin_stats_until(), until, from <= until ? undefined : m.admin_stats_order())}
      </div>
      {sold ? <Answer sold={sold} /> : !hasFailed && <Skeleton rows={3} className="mt-5 h-16" />}
    </section>
  );
}

function Answer({ sold }: { sold: Sold }) {
  const { orders, firstOrders } = sold;
  const returning = Math.max(0, orders - firstOrders);
  const share = formatShare(orders === 0 ? 0 : returning / orders);
  const sums = [
    [m.admin_stats_orders(), formatCount(orders)],
    [m.admin_card_revenue(), formatAmount(sold.revenue)],
    [m.admin_stats_net(), formatAmount(sold.net)],
    [m.admin_stats_average(), formatAmount(sold.average)],
    [m.admin_stats_tax(), formatAmount(sold.tax)],
    [m.admin_stats_first(), formatCount(firstOrders)],
    [m.admin_stats_returning(), `${formatCount(returning)} (${share})`],
  ] as const;
  return (
    <>
      <dl className="mt-5 flex flex-wrap gap-x-8 gap-y-3">
        {sums.map(([name, value]) => (
          <div key={name}>
            <dt className="text-[0.92rem] text-ink-soft">{name}</dt>
            <dd className="text-[1.15rem] font-semibold tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
      <div className="mt-6 grid gap-x-10 gap-y-7 lg:grid-cols-2">
        {STATS_PARTS.map((part) => (
          <Part key={part} part={part} rows={sold.parts[part]} />
        ))}
      </div>
      <p className="mt-5 max-w-[70ch] text-[0.88rem] text-ink-soft">{m.admin_stats_sold_rule()}</p>
    </>
  );
}

function Part({ part, rows }: { part: StatsPart; rows: readonly SoldPart[] }) {
  if (rows.length === 0) {
    return (
      <div>
        <h4 className="font-semibold">{titles[part]()}</h4>
        <p className="mt-1 text-ink-soft">{m.admin_stats_none()}</p>
      </div>
    );
  }
  const isProduct = part === 'product';
  return (
    <table className="w-full border-collapse self-start text-[0.95rem]">
      <caption className="pb-1 text-left font-semibold">{titles[part]()}</caption>
      <thead>
        <tr className="border-line border-b text-left text-[0.88rem] text-ink-soft">
          <th scope="col" className="py-1.5 font-semibold">
            {keyLabels[part]()}
          </th>
          <th scope="col" className="px-3 py-1.5 text-right font-semibold">
            {isProduct ? m.admin_stats_units() : m.admin_stats_orders()}
          </th>
          <th scope="col" className="py-1.5 text-right font-semibold">
            {m.admin_card_revenue()}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.key} className="border-line border-b">
            <th scope="row" className="py-1.5 text-left font-normal break-words">
              {nameOf(part, row)}
            </th>
            <td className="px-3 py-1.5 text-right tabular-nums">{formatCount(isProduct ? row.units : row.orders)}</td>
            <td className="py-1.5 text-right tabular-nums">{formatAmount(row.revenue)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function nameOf(part: StatsPart, { key, names }: SoldPart): string {
  if (part === 'product') return names?.[getLanguage()] ?? key;
  if (part === 'state') return US_STATES[key as UsState] ?? key;
  return key === '' ? m.admin_stats_no_source() : key;
}
