import * as m from '#messages';
import { type Sold, type SoldPart, STATS_PARTS, type StatsPart } from '#shared/orders/stats.ts';
import { US_STATES, type UsState } from '#shared/places/us-states.ts';
import { conversionOf } from '#shared/visits/rows.ts';
import type { Visits } from '#shared/visits/visits.ts';
import { getLanguage } from '../../../lib/language.ts';
import { TextField } from '../../../ui/form.tsx';
import { formatAmount, formatCount, formatShare } from '../kit/format.ts';
import { Skeleton } from '../kit/load-states.tsx';
import { useUrlState } from '../kit/url-state.ts';
import { bucketLabel, conversionText } from './buckets.ts';
import { StatTable } from './stat-table.tsx';
import { SourceTable, VisitParts } from './visits-section.tsx';

/** Sources have a table of their own, with visits. */
type ListedPart = Exclude<StatsPart, 'source'>;
const LISTED = STATS_PARTS.filter((part): part is ListedPart => part !== 'source');

const titles: Record<ListedPart, () => string> = {
  product: m.admin_stats_product,
  state: m.admin_stats_state,
  code: m.admin_stats_code,
};
const keyLabels: Record<ListedPart, () => string> = {
  product: m.admin_stats_key_product,
  state: m.admin_stats_key_state,
  code: m.admin_stats_key_code,
};

type Props = { from: string; until: string; answer: Answered | null; hasFailed: boolean };
type Answered = { sold: Sold; visits: Visits };

/** Visits and sales between two chosen days, by source, product, state and code. */
export default function SoldSection({ from, until, answer, hasFailed }: Props) {
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
      {answer ? <Answer {...answer} from={from} /> : !hasFailed && <Skeleton rows={3} className="mt-5 h-16" />}
    </section>
  );
}

function Answer({ sold, visits, from }: Answered & { from: string }) {
  const { orders, firstOrders } = sold;
  const returning = Math.max(0, orders - firstOrders);
  const share = formatShare(orders === 0 ? 0 : returning / orders);
  const sums = [
    [m.admin_stats_visits(), formatCount(visits.visits)],
    [m.admin_stats_orders(), formatCount(orders)],
    [m.admin_stats_conversion(), conversionText(conversionOf(visits))],
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
      {(visits.since === null || visits.since > from) && (
        <p className="mt-3 text-[0.88rem] text-ink-soft">
          {visits.since === null
            ? m.admin_visits_none()
            : m.admin_visits_since({ day: bucketLabel(visits.since, '30d') })}
        </p>
      )}
      <SourceTable sold={sold.parts.source} visits={visits} />
      <VisitParts visits={visits} />
      <div className="mt-6 grid gap-x-10 gap-y-7 lg:grid-cols-2">
        {LISTED.map((part) => (
          <Part key={part} part={part} rows={sold.parts[part]} />
        ))}
      </div>
      <p className="mt-5 max-w-[70ch] text-[0.88rem] text-ink-soft">{m.admin_stats_sold_rule()}</p>
      <p className="mt-2 max-w-[70ch] text-[0.88rem] text-ink-soft">{m.admin_visits_rule()}</p>
    </>
  );
}

function Part({ part, rows }: { part: ListedPart; rows: readonly SoldPart[] }) {
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
    <StatTable
      title={titles[part]()}
      captionClass="pb-1 text-left font-semibold"
      head={keyLabels[part]()}
      columns={[
        { label: isProduct ? m.admin_stats_units() : m.admin_stats_orders(), className: 'px-3' },
        { label: m.admin_card_revenue(), className: '' },
      ]}
      rows={rows.map((row) => ({
        key: row.key,
        name: nameOf(part, row),
        values: [formatCount(isProduct ? row.units : row.orders), formatAmount(row.revenue)],
      }))}
      nameClass="break-words"
    />
  );
}

function nameOf(part: ListedPart, { key, names }: SoldPart): string {
  if (part === 'product') return names?.[getLanguage()] ?? key;
  if (part === 'state') return US_STATES[key as UsState] ?? key;
  return key;
}
