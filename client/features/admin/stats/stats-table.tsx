import * as m from '#messages';
import type { Stats } from '#shared/orders/stats.ts';
import { formatAmount, formatCount } from '../kit/format.ts';
import { bucketLabel } from './buckets.ts';

/** The charts as a table, for screen readers. */
export function StatsTable({ stats }: { stats: Stats }) {
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
