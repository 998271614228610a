import { Bar, CartesianGrid, ComposedChart, Line, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import * as m from '#messages';
import { formatPrice } from '#shared/core/money.ts';
import { getLanguage } from '../../../lib/language.ts';

export type ChartPoint = {
  label: string;
  /** In dollars; for drawing only. */
  revenue: number;
  orders: number;
  previousRevenue: number;
  previousOrders: number;
};

const dollars = (value: number) => formatPrice(Math.round(value * 100), getLanguage());

/**
 * Two charts of the same time: columns for the current period, a line for the previous one. The table is their text
 * alternative.
 */
export default function Charts({ points }: { points: ChartPoint[] }) {
  return (
    <div aria-hidden="true" className="mt-6 grid gap-8 lg:grid-cols-2">
      <Chart
        title={m.admin_card_revenue()}
        points={points}
        now="revenue"
        before="previousRevenue"
        fill="var(--color-brand)"
        format={dollars}
      />
      <Chart
        title={m.admin_tab_orders()}
        points={points}
        now="orders"
        before="previousOrders"
        fill="var(--color-second)"
        format={String}
      />
    </div>
  );
}

type Field = Exclude<keyof ChartPoint, 'label'>;
type ChartProps = {
  title: string;
  points: ChartPoint[];
  now: Field;
  before: Field;
  fill: string;
  format: (value: number) => string;
};

function Chart({ title, points, now, before, fill, format }: ChartProps) {
  const axis = { stroke: 'var(--color-ink-soft)', fontSize: 13, tickLine: false } as const;
  return (
    <figure>
      <figcaption className="mb-2 flex flex-wrap items-center gap-x-5 text-[0.92rem]">
        <strong>{title}</strong>
        <span className="flex items-center gap-1.5">
          <span className="size-3 rounded-sm" style={{ background: fill }} />
          {m.admin_chart_now()}
        </span>
        <span className="flex items-center gap-1.5">
          <span className="w-5 border-accent-dark border-t-[3px] border-dashed" />
          {m.admin_chart_before()}
        </span>
      </figcaption>
      <ResponsiveContainer width="100%" height={260}>
        <ComposedChart data={points} accessibilityLayer={false} margin={{ top: 6, right: 6, bottom: 0, left: 0 }}>
          <CartesianGrid vertical={false} stroke="var(--color-line)" />
          <XAxis dataKey="label" {...axis} minTickGap={18} />
          <YAxis {...axis} width={72} axisLine={false} allowDecimals={false} tickFormatter={format} />
          <Tooltip
            isAnimationActive={false}
            formatter={(value) => format(Number(value))}
            cursor={{ fill: 'var(--color-tint)' }}
            contentStyle={{ borderRadius: 12, border: '2px solid var(--color-line)', fontSize: 14 }}
          />
          <Bar dataKey={now} name={m.admin_chart_now()} fill={fill} radius={[4, 4, 0, 0]} isAnimationActive={false} />
          <Line
            dataKey={before}
            name={m.admin_chart_before()}
            stroke="var(--color-accent-dark)"
            strokeWidth={2.5}
            strokeDasharray="6 4"
            dot={false}
            isAnimationActive={false}
          />
        </ComposedChart>
      </ResponsiveContainer>
    </figure>
  );
}
