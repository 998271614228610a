import * as m from '#messages';
import { isLanguage } from '#shared/core/language.ts';
import type { SoldPart } from '#shared/orders/stats.ts';
import { sourceRows } from '#shared/visits/rows.ts';
import { OTHER_SOURCES, type VisitPart, type Visits } from '#shared/visits/visits.ts';
import { languageName } from '../../../lib/display-names.ts';
import { Fold } from '../kit/form/fold.tsx';
import { formatAmount, formatCount } from '../kit/format.ts';
import { conversionText } from './buckets.ts';
import { StatTable } from './stat-table.tsx';

const NUMBER = 'py-1.5 text-right tabular-nums sm:pl-4';
const FIRST_NUMBER = `${NUMBER} max-sm:text-left`;
/** On a phone the source is above its numbers. */
const ROW = 'border-line border-b max-sm:grid max-sm:grid-cols-[1fr_1fr_1.3fr_1.3fr] max-sm:gap-x-2';
const NAME = 'py-1.5 text-left font-normal wrap-anywhere max-sm:col-span-4 max-sm:pb-0 max-sm:font-semibold';

/** Visits, orders, conversion and revenue by source. */
export function SourceTable({ sold, visits }: { sold: readonly SoldPart[]; visits: Visits }) {
  const rows = sourceRows(sold, visits);
  if (rows.length === 0) {
    return (
      <div className="mt-6">
        <h4 className="font-semibold">{m.admin_stats_source()}</h4>
        <p className="mt-1 text-ink-soft">{m.admin_stats_none()}</p>
      </div>
    );
  }
  return (
    <table className="mt-6 w-full border-collapse text-[0.95rem] max-sm:block max-sm:[&>*]:block">
      <caption className="pb-1 text-left font-semibold">{m.admin_stats_source()}</caption>
      <thead>
        <tr className={`${ROW} text-[0.88rem] text-ink-soft`}>
          <th scope="col" className="py-1.5 text-left font-semibold max-sm:sr-only">
            {m.admin_stats_key_source()}
          </th>
          {[m.admin_stats_visits, m.admin_stats_orders, m.admin_stats_conversion, m.admin_card_revenue].map((name) => (
            <th
              key={name()}
              scope="col"
              className={`${name === m.admin_stats_visits ? FIRST_NUMBER : NUMBER} font-semibold`}
            >
              {name()}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.key} className={ROW}>
            <th scope="row" className={NAME}>
              {sourceName(row.key)}
            </th>
            <td className={FIRST_NUMBER}>{formatCount(row.visits)}</td>
            <td className={NUMBER}>{formatCount(row.orders)}</td>
            <td className={NUMBER}>{conversionText(row.conversion)}</td>
            <td className={NUMBER}>{formatAmount(row.revenue)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Visits by page and by language. */
export function VisitParts({ visits }: { visits: Visits }) {
  return (
    <div className="mt-6 grid gap-x-10 gap-y-3 lg:grid-cols-2">
      <PartTable title={m.admin_visits_page()} head={m.admin_visits_key_page()} rows={visits.pages} nameOf={pageName} />
      <PartTable
        title={m.admin_visits_language()}
        head={m.admin_visits_key_language()}
        rows={visits.languages}
        nameOf={(key) => (isLanguage(key) ? languageName(key) : key)}
      />
    </div>
  );
}

type PartProps = { title: string; head: string; rows: readonly VisitPart[]; nameOf: (key: string) => string };

function PartTable({ title, head, rows, nameOf }: PartProps) {
  return (
    <Fold summary={title}>
      {rows.length === 0 ? (
        <p className="mt-1 text-ink-soft">{m.admin_stats_none()}</p>
      ) : (
        <StatTable
          title={title}
          captionClass="sr-only"
          head={head}
          columns={[
            { label: m.admin_stats_visits(), className: 'pl-3 sm:pl-4' },
            { label: m.admin_visits_views(), className: 'pl-3 sm:pl-4' },
          ]}
          rows={rows.map(({ key, visits, views }) => ({
            key,
            name: nameOf(key),
            values: [formatCount(visits), formatCount(views)],
          }))}
          nameClass="wrap-anywhere"
        />
      )}
    </Fold>
  );
}

function sourceName(key: string): string {
  if (key === OTHER_SOURCES) return m.admin_visits_other();
  return key === '' ? m.admin_stats_no_source() : key;
}

const pageName = (path: string) => (path === '/' ? m.admin_visits_home() : path);
