import { type CSSProperties, type PointerEvent, useEffect, useRef, useState } from 'react';
import * as m from '#messages';
import { formatPrice } from '#shared/core/money.ts';
import { getLanguage } from '../../../lib/language.ts';
import { ticksUpTo } from './ticks.ts';

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
        points={points.map(({ label, revenue, previousRevenue }) => ({ label, now: revenue, before: previousRevenue }))}
        fill="var(--color-brand)"
        format={dollars}
      />
      <Chart
        title={m.admin_tab_orders()}
        points={points.map(({ label, orders, previousOrders }) => ({ label, now: orders, before: previousOrders }))}
        fill="var(--color-second)"
        format={String}
      />
    </div>
  );
}

type Point = { label: string; now: number; before: number };
type ChartProps = { title: string; points: Point[]; fill: string; format: (value: number) => string };

/** In pixels: room for the amounts at the left and the days below. */
const [LEFT, RIGHT, TOP, BOTTOM, HEIGHT] = [72, 6, 8, 30, 260];
const FLOOR = HEIGHT - BOTTOM;
const LABEL_WIDTH = 60;

const middleOf = (index: number, band: number) => LEFT + (index + 0.5) * band;

function Chart({ title, points, fill, format }: ChartProps) {
  const frame = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  const [shown, setShown] = useState<number | null>(null);
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => setWidth(entry?.contentRect.width ?? 0));
    if (frame.current) observer.observe(frame.current);
    return () => observer.disconnect();
  }, []);
  const band = Math.max(0, width - LEFT - RIGHT) / points.length;
  const ticks = ticksUpTo(Math.max(...points.flatMap(({ now, before }) => [now, before])));
  const top = ticks.at(-1) ?? 1;
  const y = (value: number) => FLOOR - (value / top) * (FLOOR - TOP);
  const middle = (index: number) => middleOf(index, band);
  const showAt = (event: PointerEvent<SVGSVGElement>) => {
    const index = Math.floor((event.clientX - event.currentTarget.getBoundingClientRect().left - LEFT) / band);
    setShown(points[index] ? index : null);
  };
  const point = shown === null ? undefined : points[shown];
  return (
    <figure>
      <Legend title={title} fill={fill} />
      <div ref={frame} className="relative">
        <svg
          aria-hidden="true"
          width="100%"
          height={HEIGHT}
          fontSize={13}
          className="block touch-pan-y fill-ink-soft tabular-nums"
          onPointerMove={showAt}
          onPointerDown={showAt}
          onPointerLeave={() => setShown(null)}
        >
          <Grid ticks={ticks} y={y} width={width} format={format} />
          {shown !== null && (
            <rect x={LEFT + shown * band} y={TOP} width={band} height={FLOOR - TOP} fill="var(--color-tint)" />
          )}
          {band > 0 && <Columns points={points} y={y} band={band} fill={fill} />}
          <polyline
            points={points.map(({ before }, index) => `${middle(index)},${y(before)}`).join(' ')}
            fill="none"
            stroke="var(--color-accent-dark)"
            strokeWidth={2.5}
            strokeDasharray="6 4"
          />
        </svg>
        {point && shown !== null && (
          <Values
            point={point}
            format={format}
            style={shown < points.length / 2 ? { left: middle(shown + 1) } : { right: width - middle(shown - 1) }}
          />
        )}
      </div>
    </figure>
  );
}

type GridProps = { ticks: number[]; y: (value: number) => number; width: number; format: ChartProps['format'] };

function Grid({ ticks, y, width, format }: GridProps) {
  return ticks.map((tick) => (
    <g key={tick}>
      <line x1={LEFT} x2={width - RIGHT} y1={y(tick)} y2={y(tick)} stroke="var(--color-line)" />
      <text x={LEFT - 8} y={y(tick)} textAnchor="end" dominantBaseline="middle">
        {format(tick)}
      </text>
    </g>
  ));
}

type ColumnsProps = { points: Point[]; y: (value: number) => number; band: number; fill: string };

/** One column for each point; days are named where there is room. */
function Columns({ points, y, band, fill }: ColumnsProps) {
  const eachLabel = Math.ceil(LABEL_WIDTH / band);
  return points.map(({ label, now }, index) => (
    <g key={label}>
      <path d={column(middleOf(index, band), y(now), band * 0.8)} fill={fill} />
      {index % eachLabel === 0 && (
        <text x={middleOf(index, band)} y={FLOOR + 20} textAnchor="middle">
          {label}
        </text>
      )}
    </g>
  ));
}

function Legend({ title, fill }: Pick<ChartProps, 'title' | 'fill'>) {
  return (
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
  );
}

type ValuesProps = { point: Point; format: ChartProps['format']; style: CSSProperties };

/** What the column under the pointer stands for. */
function Values({ point, format, style }: ValuesProps) {
  return (
    <div
      className="pointer-events-none absolute top-2 rounded-field border-2 border-line bg-white px-3 py-2 text-[0.88rem] whitespace-nowrap"
      style={style}
    >
      <strong className="block">{point.label}</strong>
      <span className="block">{`${m.admin_chart_now()}: ${format(point.now)}`}</span>
      <span className="block">{`${m.admin_chart_before()}: ${format(point.before)}`}</span>
    </div>
  );
}

/** The outline of a column that stands on the floor, with its upper corners rounded. */
function column(middle: number, top: number, width: number): string {
  const corner = Math.min(4, FLOOR - top, width / 2);
  const [left, right] = [middle - width / 2, middle + width / 2];
  return `M${left},${FLOOR}V${top + corner}Q${left},${top} ${left + corner},${top}H${right - corner}Q${right},${top} ${right},${top + corner}V${FLOOR}Z`;
}
