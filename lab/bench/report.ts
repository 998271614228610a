import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { arch, cpus, loadavg, totalmem } from 'node:os';

/** A page of results, and the command that measures a section. */
export type FigurePage = { file: string; head: string; command: (section: string) => string };
export const PERFORMANCE: FigurePage = {
  file: 'docs/performance.md',
  head: '# Performance\n',
  command: (section) => `npm run lab -- bench ${section}`,
};
export const RELIABILITY: FigurePage = {
  file: 'docs/reliability.md',
  head: '# Reliability\n',
  command: (section) => `npm run test:${section}`,
};

export type Table = { head: string[]; rows: (string | number)[][] };
/** The result of one section: `title` without Markdown, `body` in Markdown and tables. */
export type Section = { title: string; body: string | (string | Table)[] };

/** Replaces a section of its page, between its markers, and leaves the others. @returns it, in Markdown */
export function writeSection(name: string, { title, body }: Section, page = PERFORMANCE): string {
  const { file, head, command } = page;
  const parts = [body].flat();
  const [start, end] = [`<!-- measured:${name} -->`, `<!-- /measured:${name} -->`];
  const section = [
    `${start}\n## ${title}`,
    `\`${command(name)}\` · ${describeMachine().join(' · ')}`,
    ...parts.map((part) => (typeof part === 'string' ? part.trim() : table(part.head, part.rows))),
  ].join('\n\n');
  mkdirSync('docs', { recursive: true });
  const text = existsSync(file) ? readFileSync(file, 'utf8') : head;
  const [from, to] = [text.indexOf(start), text.indexOf(end)];
  const isThere = from >= 0 && to > from;
  writeFileSync(
    file,
    isThere ? `${text.slice(0, from)}${section}\n${text.slice(to)}` : `${text.trimEnd()}\n\n${section}\n${end}\n`,
  );
  // Formatted as lint requires.
  execFileSync('node_modules/.bin/biome', ['format', '--write', file], { stdio: 'ignore' });
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

/** A Markdown table. */
export function table(head: string[], rows: (string | number)[][]): string {
  const line = (cells: (string | number)[]) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map((_, i) => (i === 0 ? '---' : '---:'))), ...rows.map(line)].join('\n');
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
