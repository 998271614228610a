import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import * as m from '#messages';
import { STATS_RANGES, type Stats, type StatsRange } from '#shared/orders/stats.ts';
import { shopDay } from '#shared/shipping/ship-days.ts';
import { shopZone, zoneName } from '#shared/shipping/shop-zone.ts';
import { callApi } from '../../../lib/api-client.ts';
import { getLanguage } from '../../../lib/language.ts';
import { adminKeys } from '../keys.ts';
import { formatAmount, formatCount } from '../kit/format.ts';
import { lazyPanel } from '../kit/lazy.tsx';
import { LoadError, Skeleton } from '../kit/load-states.tsx';
import { oneOf, useUrlState } from '../kit/url-state.ts';
import { bucketLabel, change } from './buckets.ts';

const Charts = lazyPanel(() => import('./charts.tsx'), <Skeleton rows={1} className="mt-5 h-72" />);

const SoldSection = lazyPanel(() => import('./sold-section.tsx'), <Skeleton rows={1} className="mt-5 h-72" />);

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const MONTH_MS = 29 * 86_400_000;

const rangeLabels: Record<StatsRange, () => string> = {
  '30d': m.admin_range_30d,
  '12w': m.admin_range_12w,
  '12m': m.admin_range_12m,
};

/** Revenue, orders and units over time, each compared with the previous period, and visits and sales between two days. */
export default function StatsPanel() {
  const url = useUrlState();
  const range = oneOf(url.get('numbers'), STATS_RANGES);
  const now = Date.now();
  const dayOf = (name: string, otherwise: number) => {
    const typed = url.get(name) ?? '';
    return DAY.test(typed) ? typed : shopDay(new Date(otherwise));
  };
  const [from, until] = [dayOf('from', now - MONTH_MS), dayOf('until', now)];
  const days = from <= until ? `&from=${from}&until=${until}` : null;
  // While the days are in the wrong order, the last valid answer stays.
  const [asked, setAsked] = useState(days ?? '');
  if (days !== null && days !== asked) setAsked(days);
  const { data, error, refetch } = useQuery<Stats>({
    queryKey: [...adminKeys.stats, range, asked],
    queryFn: ({ signal }) => callApi(`${adminKeys.stats[0]}?range=${range}${asked}`, { signal }),
    placeholderData: keepPreviousData,
  });
  return (
    <section aria-label={m.admin_stats_label()} className="mt-3 rounded-card bg-white p-5 shadow-card sm:p-7">
      <h2 className="sr-only">{m.admin_stats_label()}</h2>
      <fieldset aria-label={m.admin_range_label()} className="flex flex-wrap gap-2">
        {STATS_RANGES.map((option) => (
          <button
            key={option}
            type="button"
            aria-pressed={option === range}
            onClick={() => url.set({ numbers: option }, { replace: true })}
            className="min-h-11 rounded-full border-2 border-second px-4 text-[0.92rem] font-semibold max-sm:px-2.5 max-sm:text-[0.88rem] text-second aria-pressed:bg-second aria-pressed:text-ground"
          >
            {rangeLabels[option]()}
          </button>
        ))}
      </fieldset>
      {error ? (
        <div className="mt-5">
          <LoadError error={error} onRetry={refetch} />
        </div>
      ) : data?.range === range ? (
        <Numbers stats={data} />
      ) : (
        <div className="mt-5">
          <Skeleton rows={1} className="h-72" />
        </div>
      )}
      <SoldSection
        from={from}
        until={until}
        answer={data?.sold && data.visits ? { sold: data.sold, visits: data.visits } : null}
        hasFailed={error !== null}
      />
    </section>
  );
}

function Numbers({ stats }: { stats: Stats }) {
  const { totals, previousTotals, range } = stats;
  const points = stats.buckets.map((bucket, index) => {
    const before = stats.previousBuckets[index];
    return {
      label: bucketLabel(bucket.start, range),
      revenue: Number(bucket.revenue),
      orders: bucket.orders,
      previousRevenue: Number(before?.revenue ?? 0),
      previousOrders: before?.orders ?? 0,
    };
  });
  return (
    <>
      <dl className="mt-5 grid gap-x-8 gap-y-4 sm:grid-cols-3">
        <Sum name={m.admin_card_revenue()} now={totals.revenue} before={previousTotals.revenue} />
        <Sum name={m.admin_stats_net()} now={totals.netRevenue} before={previousTotals.netRevenue} />
        <Sum name={m.admin_tab_orders()} now={totals.orders} before={previousTotals.orders} />
      </dl>
      {/* Without data no charts are shown. */}
      {totals.orders + previousTotals.orders > 0 && <Charts points={points} />}
      <StatsTable stats={stats} />
      <UnitsSold products={stats.products} />
      <p className="mt-5 text-[0.88rem] text-ink-soft">{m.admin_card_net_rule()}</p>
      <p className="mt-2 text-[0.88rem] text-ink-soft">
        {m.admin_stats_rule({ zone: zoneName(shopZone(), getLanguage()) })}
      </p>
    </>
  );
}

function UnitsSold({ products }: Pick<Stats, 'products'>) {
  return (
    <>
      <h3 className="mt-7 font-sans text-[1.05rem] font-bold text-ink">{m.admin_units_title()}</h3>
      <ul className="mt-2 grid gap-2 sm:grid-cols-2">
        {products.map((product) => (
          <li
            key={product.id}
            className="flex justify-between gap-x-4 gap-y-1 rounded-field bg-ground px-4 py-3 max-sm:flex-col"
          >
            <span>{product.names?.[getLanguage()] ?? product.id}</span>
            <span className="max-sm:flex max-sm:items-baseline max-sm:gap-2 sm:text-right">
              <strong className="block tabular-nums">{formatCount(product.units)}</strong>
              <span className="text-[0.88rem] text-ink-soft">
                {m.admin_stats_before({ before: formatCount(product.previousUnits) })}
              </span>
            </span>
          </li>
        ))}
      </ul>
      {products.length === 0 && <p className="mt-2 text-ink-soft">{m.admin_units_none()}</p>}
    </>
  );
}

type SumProps = { name: string; now: string | number; before: string | number };

/** A total, an amount or a count, with that of the previous period. */
function Sum({ name, now, before }: SumProps) {
  const format = (sum: string | number) => (typeof sum === 'string' ? formatAmount(sum) : formatCount(sum));
  const difference = change(Number(now), Number(before));
  return (
    <div>
      <dt className="text-[0.92rem] text-ink-soft">{name}</dt>
      <dd className="font-display text-h3">{format(now)}</dd>
      <dd className="text-[0.92rem]">
        {m.admin_stats_before({ before: format(before) })}
        {difference && <strong className="ml-2">{difference}</strong>}
      </dd>
    </div>
  );
}

/** The charts as a table, for screen readers. */
function StatsTable({ stats }: { stats: Stats }) {
  return (
    <div className="sr-only">
      <table>
        <caption>{m.admin_stats_table()}</caption>
        <thead>
          <tr>
            <th scope="col">{m.admin_stats_from()}</th>
            <th scope="col">{m.admin_card_revenue()}</th>
            <th scope="col">{m.admin_stats_net()}</th>
            <th scope="col">{m.admin_tab_orders()}</th>
            <th scope="col">{m.admin_stats_revenue_before()}</th>
            <th scope="col">{m.admin_stats_orders_before()}</th>
          </tr>
        </thead>
        <tbody>
          {stats.buckets.map((bucket, index) => {
            const before = stats.previousBuckets[index];
            return (
              <tr key={bucket.start}>
                <th scope="row">{bucketLabel(bucket.start, stats.range)}</th>
                <td>{formatAmount(bucket.revenue)}</td>
                <td>{formatAmount(bucket.netRevenue)}</td>
                <td>{formatCount(bucket.orders)}</td>
                <td>{formatAmount(before?.revenue ?? '0.00')}</td>
                <td>{formatCount(before?.orders ?? 0)}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
