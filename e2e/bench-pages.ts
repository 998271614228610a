import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { chromium } from '@playwright/test';
import lighthouse, { type Result } from 'lighthouse';
import { build } from '#scripts/build.ts';
import { isBuilt } from '#scripts/build-stamp.ts';
import { ensureBrowser } from '#test/browser.ts';
import { freePort } from '#test/postgres.ts';
import { startProgram } from '#test/program.ts';

// Lighthouse's phone preset on the production build, the median of three runs a page, and what a first visit weighs.
// `npm run bench:pages -- /shop` looks at that page alone and writes nothing.
const ONLY = process.argv.slice(2);
const PATHS = ONLY.length > 0 ? ONLY : ['/', '/about', '/product', '/shop', '/wholesale', '/contact'];
const RUNS = 3;
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
const REPORT = 'docs/performance.md';
const START = '<!-- bench:pages -->';
const END = '<!-- /bench:pages -->';

type Figures = { scores: number[]; fcp: number; lcp: number; tbt: number; cls: number };

if (!isBuilt()) await build();
const program = await startProgram({ env: { NODE_ENV: 'production', ALLOW_SANDBOX_PAYMENTS: 'true' } });
const port = await freePort();
const browser = await chromium.launch({
  executablePath: ensureBrowser(),
  args: ['--no-sandbox', `--remote-debugging-port=${port}`],
});
const rows: string[] = [];
try {
  for (const path of PATHS) {
    const runs: Figures[] = [];
    for (let i = 0; i < RUNS; i++) runs.push(await measure(program.url + path));
    const middle = (pick: (run: Figures) => number) => runs.map(pick).sort((a, b) => a - b)[Math.floor(RUNS / 2)] ?? 0;
    const scores = CATEGORIES.map((_, i) => middle((run) => run.scores[i] ?? 0));
    const weight = await firstVisit(path);
    rows.push(
      `| ${path} | ${scores.join(' | ')} | ${(middle((r) => r.fcp) / 1000).toFixed(2)} | ${(middle((r) => r.lcp) / 1000).toFixed(2)} | ${middle((r) => r.tbt).toFixed(0)} | ${middle((r) => r.cls).toFixed(3)} | ${weight} |`,
    );
    console.log(rows.at(-1));
  }
} finally {
  await browser.close();
  await program.stop();
}
if (ONLY.length > 0) process.exit(0);
const table = [
  START,
  `Measured on ${cpus().length} cores (${cpus()[0]?.model.trim()}), Chromium ${browser.version()}.`,
  '',
  '| page | performance | accessibility | best practices | SEO | FCP s | LCP s | TBT ms | CLS | script KB | fonts KB | pictures in first view KB |',
  '| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |',
  ...rows,
  END,
].join('\n');
const before = readFileSync(REPORT, 'utf8');
writeFileSync(REPORT, before.slice(0, before.indexOf(START)) + table + before.slice(before.indexOf(END) + END.length));
// As the lint wants tables to stand.
execFileSync('node_modules/.bin/biome', ['format', '--write', REPORT], { stdio: 'ignore' });
process.exit(0);

async function measure(url: string): Promise<Figures> {
  const result = await lighthouse(url, { port, output: 'json', logLevel: 'error', onlyCategories: [...CATEGORIES] });
  const report: Result | undefined = result?.lhr;
  if (!report) throw new Error(`Lighthouse gave no report for ${url}`);
  const value = (audit: string) => report.audits[audit]?.numericValue ?? Number.NaN;
  const failed = Object.values(report.audits).filter(
    ({ score, scoreDisplayMode }) => score === 0 && scoreDisplayMode === 'binary',
  );
  if (failed.length > 0) console.warn(url, failed.map(({ id }) => id).join(', '));
  return {
    scores: CATEGORIES.map((category) => Math.round((report.categories[category]?.score ?? 0) * 100)),
    fcp: value('first-contentful-paint'),
    lcp: value('largest-contentful-paint'),
    tbt: value('total-blocking-time'),
    cls: value('cumulative-layout-shift'),
  };
}

/** What a phone of 375 pixels downloads before anyone acts, compressed, in KB of 1000 bytes. */
async function firstVisit(path: string): Promise<string> {
  const context = await browser.newContext({ viewport: { width: 375, height: 740 }, deviceScaleFactor: 2 });
  const page = await context.newPage();
  const bytes = { script: 0, font: 0 };
  const pictures = new Map<string, number>();
  page.on('requestfinished', async (request) => {
    const { responseBodySize } = await request.sizes();
    const kind = request.resourceType();
    if (kind === 'script' || kind === 'font') bytes[kind] += responseBodySize;
    if (kind === 'image') pictures.set(request.url(), responseBodySize);
  });
  await page.goto(program.url + path, { waitUntil: 'networkidle' });
  const inView = await page.evaluate(() =>
    [...document.images]
      .filter((image) => image.getBoundingClientRect().top < innerHeight)
      .map((image) => image.currentSrc),
  );
  const first = inView.reduce((sum, url) => sum + (pictures.get(url) ?? 0), 0);
  await context.close();
  return [bytes.script, bytes.font, first].map((n) => (n / 1000).toFixed(1)).join(' | ');
}
