import { keepPreviousData, useQuery } from '@tanstack/react-query';
import * as m from '#messages';
import { FIGURE_PARTS, type Figure, type FigurePart, type Figures } from '#shared/orders/figures.ts';
import { US_STATES, type UsState } from '#shared/places/us-states.ts';
import { shopDay } from '#shared/shipping/ship-days.ts';
import { callApi } from '../../../lib/api-client.ts';
import { getLanguage } from '../../../lib/language.ts';
import { TextField } from '../../../ui/form.tsx';
import { adminKeys } from '../keys.ts';
import { formatAmount, formatCount, formatShare } from '../kit/format.ts';
import { LoadError, Skeleton } from '../kit/load-states.tsx';
import { useUrlState } from '../kit/url-state.ts';

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const MONTH_MS = 29 * 86_400_000;

const titles: Record<FigurePart, () => string> = {
  product: m.admin_figures_product,
  state: m.admin_figures_state,
  code: m.admin_figures_code,
  source: m.admin_figures_source,
};
const keyLabels: Record<FigurePart, () => string> = {
  product: m.admin_figures_key_product,
  state: m.admin_figures_key_state,
  code: m.admin_figures_key_code,
  source: m.admin_figures_key_source,
};

/** Sales between two chosen days, by product, state, code and source. */
export default function FiguresSection() {
  const url = useUrlState();
  const now = Date.now();
  const dayOf = (name: string, otherwise: number) => {
    const typed = url.get(name) ?? '';
    return DAY.test(typed) ? typed : shopDay(new Date(otherwise));
  };
  const [from, until] = [dayOf('from', now - MONTH_MS), dayOf('until', now)];
  const isInOrder = from <= until;
  const { data, error, refetch } = useQuery<Figures>({
    queryKey: [...adminKeys.figures, from, until],
    queryFn: ({ signal }) => callApi(`/api/admin/figures?from=${from}&until=${until}`, { signal }),
    enabled: isInOrder,
    placeholderData: keepPreviousData,
  });
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
    <section aria-labelledby="figures-title" className="mt-8 border-line border-t pt-6">
      <h3 id="figures-title" className="font-sans text-[1.05rem] font-bold text-ink">
        {m.admin_figures_title()}
      </h3>
      <div className="mt-3 grid max-w-md gap-4 sm:grid-cols-2">
        {field('from', m.admin_figures_from(), from)}
        {field('until', m.admin_figures_until(), until, isInOrder ? undefined : m.admin_figures_order())}
      </div>
      {error ? (
        <div className="mt-5">
          <LoadError error={error} onRetry={refetch} />
        </div>
      ) : data ? (
        <Answer figures={data} />
      ) : (
        <Skeleton rows={3} className="mt-5 h-16" />
      )}
    </section>
  );
}

function Answer({ figures }: { figures: Figures }) {
  const { orders, firstOrders } = figures;
  const returning = Math.max(0, orders - firstOrders);
  const share = formatShare(orders === 0 ? 0 : returning / orders);
  const sums = [
    [m.admin_figures_orders(), formatCount(orders)],
    [m.admin_card_revenue(), formatAmount(figures.revenue)],
    [m.admin_numbers_net(), formatAmount(figures.net)],
    [m.admin_figures_average(), formatAmount(figures.average)],
    [m.admin_figures_tax(), formatAmount(figures.tax)],
    [m.admin_figures_first(), formatCount(firstOrders)],
    [m.admin_figures_returning(), `${formatCount(returning)} (${share})`],
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
        {FIGURE_PARTS.map((part) => (
          <Part key={part} part={part} rows={figures.parts[part]} />
        ))}
      </div>
      <p className="mt-5 max-w-[70ch] text-[0.88rem] text-ink-soft">{m.admin_figures_rule()}</p>
    </>
  );
}

function Part({ part, rows }: { part: FigurePart; rows: readonly Figure[] }) {
  if (rows.length === 0) {
    return (
      <div>
        <h4 className="font-semibold">{titles[part]()}</h4>
        <p className="mt-1 text-ink-soft">{m.admin_figures_none()}</p>
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
            {isProduct ? m.admin_figures_units() : m.admin_figures_orders()}
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

function nameOf(part: FigurePart, { key, names }: Figure): string {
  if (part === 'product') return names?.[getLanguage()] ?? key;
  if (part === 'state') return US_STATES[key as UsState] ?? key;
  return key === '' ? m.admin_figures_no_source() : key;
}
