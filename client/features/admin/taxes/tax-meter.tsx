import { useQuery } from '@tanstack/react-query';
import * as m from '#messages';
import { formatLimit } from '#shared/core/money.ts';
import { US_STATES } from '#shared/places/us-states.ts';
import type { TaxMeter as Meter, StateSales } from '#shared/tax/tax.ts';
import { callApi } from '../../../lib/api-client.ts';
import { getLanguage } from '../../../lib/language.ts';
import { adminKeys } from '../keys.ts';
import { formatAmount, formatCount } from '../kit/format.ts';
import { LoadError, Skeleton } from '../kit/load-states.tsx';
import { dayText } from './tax-words.ts';

/** Sales of this year by state, compared with the threshold from which the state requires tax. */
export function TaxMeter() {
  const { data, error, refetch } = useQuery<Meter>({
    queryKey: adminKeys.taxSales,
    queryFn: ({ signal }) => callApi(adminKeys.taxSales.join('/'), { signal }),
  });
  if (error && !data) return <LoadError error={error} onRetry={refetch} />;
  if (!data) return <Skeleton rows={3} className="mt-8 h-12" />;
  return (
    <section aria-labelledby="tax-meter" className="mt-8">
      <h2 id="tax-meter" className="font-sans text-[1.05rem] font-bold">
        {m.admin_tax_meter_title({ year: data.year })}
      </h2>
      {data.states.length === 0 ? (
        <p className="mt-2 text-ink-soft">{m.admin_tax_meter_empty()}</p>
      ) : (
        <ul className="mt-2 border-line border-t">
          {data.states.map((row) => (
            <State key={row.state} row={row} />
          ))}
        </ul>
      )}
      <p className="mt-3 max-w-[70ch] text-[0.88rem] text-ink-soft">
        {m.admin_tax_meter_rule({ date: dayText(data.asOf) })}{' '}
        <a className="underline" href={data.source} target="_blank" rel="noreferrer">
          {m.admin_tax_meter_source()}
        </a>
      </p>
    </section>
  );
}

function State({ row }: { row: StateSales }) {
  const { state, orders, sales, tax, percent, threshold } = row;
  const facts = [
    [m.admin_tax_meter_orders(), formatCount(orders)],
    [m.admin_tax_meter_sales(), formatAmount(sales)],
    [m.admin_tax_meter_tax(), formatAmount(tax)],
  ] as const;
  return (
    <li className="grid gap-x-6 gap-y-1 border-line border-b py-2.5 sm:grid-cols-[9rem_1fr_16rem] sm:items-center">
      <p className="font-semibold">{US_STATES[state]}</p>
      <dl className="flex flex-wrap gap-x-5 gap-y-1 text-[0.92rem]">
        {facts.map(([name, value]) => (
          <div key={name} className="flex gap-1.5">
            <dt className="text-ink-soft">{name}</dt>
            <dd className="tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
      <div className="text-[0.92rem]">
        {threshold && (
          <meter
            className="block h-2 w-full"
            min={0}
            max={100}
            value={Math.min(100, percent)}
            aria-label={m.admin_tax_meter_reached()}
          >
            {percent} %
          </meter>
        )}
        <p className="flex flex-wrap justify-between gap-x-3">
          <span className="text-ink-soft">{stateWords(row)}</span>
          {threshold && <span className="tabular-nums">{percent} %</span>}
        </p>
      </div>
    </li>
  );
}

/** The state's situation in a few words, first of all that its tax is collected. */
function stateWords({ isRegistered, isHome, threshold }: StateSales): string {
  if (isRegistered) return m.admin_tax_meter_registered();
  if (isHome) return m.admin_tax_meter_home();
  if (!threshold) return m.admin_tax_meter_none();
  const amount = formatLimit(threshold.dollars * 100, getLanguage());
  if (threshold.sales === undefined) return `${m.admin_tax_meter_threshold()} ${amount}`;
  const values = { amount, sales: threshold.sales };
  return threshold.needsBoth ? m.admin_tax_meter_and(values) : m.admin_tax_meter_or(values);
}
