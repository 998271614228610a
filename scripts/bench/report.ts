import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { arch, cpus, loadavg, totalmem } from 'node:os';

/** A page of figures, and the command that measures each of its sections. */
export type FigurePage = { file: string; head: string; command: (section: string) => string };
export const PERFORMANCE: FigurePage = {
  file: 'docs/performance.md',
  head: '# Performance\n',
  command: (section) => `npm run bench -- ${section}`,
};
export const RELIABILITY: FigurePage = {
  file: 'docs/reliability.md',
  head: '# Reliability\n',
  command: (section) => `npm run test:${section}`,
};

/** What a part of the bench found: `title` without marks, `body` in Markdown. */
export type Section = { title: string; body: string };

/** Puts a section into its page, between its own marks, and leaves all others as they are. @returns it */
export function writeSection(name: string, { title, body }: Section, page = PERFORMANCE): string {
  const { file, head, command } = page;
  // `bench:…` are the marks of the pages' own figures, which another command makes.
  const [start, end] = [`<!-- measured:${name} -->`, `<!-- /measured:${name} -->`];
  const section = `${start}\n## ${title}\n\n\`${command(name)}\` · ${machine()}\n\n${body.trim()}\n${end}`;
  mkdirSync('docs', { recursive: true });
  const text = existsSync(file) ? readFileSync(file, 'utf8') : head;
  const [from, to] = [text.indexOf(start), text.indexOf(end)];
  const isThere = from >= 0 && to > from;
  writeFileSync(
    file,
    isThere ? text.slice(0, from) + section + text.slice(to + end.length) : `${text.trimEnd()}\n\n${section}\n`,
  );
  // As the lint wants tables to stand.
  execFileSync('node_modules/.bin/biome', ['format', '--write', file], { stdio: 'ignore' });
  return section;
}

function machine(): string {
  const [cpu] = cpus();
  const memory = `${Math.round(totalmem() / 2 ** 30)} GB`;
  const load = loadavg().map((value) => value.toFixed(1));
  const day = new Date().toISOString().slice(0, 10);
  return `${day} · ${cpus().length} × ${cpu?.model.trim() || arch()}, ${memory} · Node ${process.versions.node} · load average ${load.join(' ')}`;
}

/** A Markdown table. */
export function table(head: string[], rows: (string | number)[][]): string {
  const line = (cells: (string | number)[]) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map((_, i) => (i === 0 ? '---' : '---:'))), ...rows.map(line)].join('\n');
}

/** Times in milliseconds, summed up. */
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

/** Three digits that count. */
export function ms(value: number): string {
  return value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2);
}

/** Milliseconds that some work took. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}
