import { mkdirSync, writeFileSync } from 'node:fs';
import { arch, cpus, loadavg, totalmem } from 'node:os';

const RESULTS = 'lab/results';

export type Table = { head: string[]; rows: (string | number)[][] };
/** The result of one section, in text and tables. */
export type Section = { title: string; body: string | (string | Table)[] };

/** Writes one section into a file of its own in lab/results. @returns its text */
export function writeSection(name: string, { title, body }: Section, command = `bench ${name}`): string {
  const parts = [body].flat();
  const section = [
    title,
    `\`npm run lab -- ${command}\` · ${describeMachine().join(' · ')}`,
    ...parts.map((part) => (typeof part === 'string' ? part.trim() : table(part.head, part.rows))),
  ].join('\n\n');
  mkdirSync(RESULTS, { recursive: true });
  writeFileSync(`${RESULTS}/${name}.txt`, `${section}\n`);
  return section;
}

function describeMachine(): string[] {
  const [cpu] = cpus();
  return [
    new Date().toISOString().slice(0, 10),
    `${cpus().length} × ${cpu?.model.trim() || arch()}, ${Math.round(totalmem() / 2 ** 30)} GB`,
    `Node ${process.versions.node}`,
    `load average ${loadavg()
      .map((value) => value.toFixed(1))
      .join(' ')}`,
  ];
}

/** A table with padded columns. */
export function table(head: string[], rows: (string | number)[][]): string {
  const texts = [head, ...rows].map((cells) => cells.map(String));
  const widths = head.map((_, i) => Math.max(...texts.map((cells) => cells[i]?.length ?? 0)));
  const line = (cells: string[]) => `| ${cells.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join(' | ')} |`;
  const [first = [], ...others] = texts;
  return [line(first), line(widths.map((width) => '-'.repeat(width))), ...others.map(line)].join('\n');
}

/** Summary of times in milliseconds. */
export type Times = { p50: number; p99: number; min: number; max: number };

/** Nearest-rank percentiles of at least one time. */
export function sumUp(times: number[]): Times {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
  return { p50: at(0.5), p99: at(0.99), min: at(0), max: at(1) };
}

/** `p50`, `p99` and `min–max` as cells of a table. */
export function cells({ p50, p99, min, max }: Times): string[] {
  return [ms(p50), ms(p99), `${ms(min)}–${ms(max)}`];
}
export const CELL_HEADS = ['p50 ms', 'p99 ms', 'min–max ms'];

/** The median of several values, and their range: `12.3` and `11.9–12.8`. */
export function spread(figures: number[], write: (figure: number) => string): [string, string] {
  const { p50, min, max } = sumUp(figures);
  return [write(p50), `${write(min)}–${write(max)}`];
}

/** Three significant digits. */
export function ms(value: number): string {
  return value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2);
}

/** Duration of some work in milliseconds. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}
