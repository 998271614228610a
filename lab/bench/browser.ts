import { execFile, execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { promisify } from 'node:util';
import { type Browser, chromium } from '@playwright/test';
import { ensureBrowser } from '#test/browser.ts';
import { freePort } from '#test/postgres.ts';
import { startProgram } from '#test/program.ts';
import { publicPaths } from '../../scripts/budget.ts';
import { type Section, spread } from './report.ts';

/** Installed by the first run, because of its hundred dependencies; all of them as of one day, so that runs compare. */
const FOLDER = '.cache/lighthouse';
const INSTALL = ['install', '--prefix', FOLDER, '--ignore-scripts', '--before=2026-11-24', 'lighthouse@13.5.0'];
const LIGHTHOUSE = `${FOLDER}/node_modules/.bin/lighthouse`;
const RUNS = 5;
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;

/** The fields of its report that are read here. */
type Report = {
  audits: Record<string, { id: string; score: number | null; scoreDisplayMode: string; numericValue?: number }>;
  categories: Record<string, { score: number | null }>;
};
type Run = { scores: number[]; fcp: number; lcp: number; tbt: number; cls: number };

/** Lighthouse's phone preset on the production build, and the size of a first visit; given `paths`, only prints. */
export async function measureBrowser({ paths }: { paths: string[] }): Promise<Section | null> {
  if (!existsSync(LIGHTHOUSE)) execFileSync('npm', INSTALL, { stdio: 'inherit' });
  const program = await startProgram({ env: { NODE_ENV: 'production', ALLOW_SANDBOX_PAYMENTS: 'true' } });
  const port = await freePort();
  const browser = await chromium.launch({
    executablePath: ensureBrowser(),
    args: ['--no-sandbox', `--remote-debugging-port=${port}`],
  });
  try {
    const rows: (string | number)[][] = [];
    for (const path of paths.length > 0 ? paths : publicPaths()) {
      const runs: Run[] = [];
      for (let i = 0; i < RUNS; i++) runs.push(await visit(program.url + path, port));
      rows.push([path, ...summarize(runs), ...(await weighFirstVisit(browser, program.url + path))]);
      console.log(rows.at(-1)?.join(' | '));
    }
    if (paths.length > 0) return null;
    const head = ['page', 'performance', 'min–max', 'accessibility', 'best practices', 'SEO', 'FCP s', 'LCP s'];
    head.push('LCP min–max', 'TBT ms', 'CLS', 'script KB', 'fonts KB', 'pictures in first view KB');
    const body = [
      `Lighthouse's phone preset (simulated slow 4G, four times slower processor) on the production build, Chromium ` +
        `${browser.version()}, medians of ${RUNS} runs. Weights are of a first visit at 375 pixels, compressed, before ` +
        'anyone acts.',
      { head, rows },
    ];
    return { title: 'Pages in the browser', body };
  } finally {
    await browser.close();
    await program.stop();
  }
}

function summarize(runs: Run[]): (string | number)[] {
  const of = (pick: (run: Run) => number, digits: number) => spread(runs.map(pick), (figure) => figure.toFixed(digits));
  const [performance, accessibility, practices, seo] = CATEGORIES.map((_, i) => of((run) => run.scores[i] ?? 0, 0));
  const [tbt, cls] = [of((run) => run.tbt, 0), of((run) => run.cls, 3)];
  const middles = [accessibility, practices, seo, of((run) => run.fcp / 1000, 2)].map((figure) => figure?.[0] ?? '');
  return [...(performance ?? []), ...middles, ...of((run) => run.lcp / 1000, 2), tbt[0], cls[0]];
}

async function visit(url: string, port: number): Promise<Run> {
  const options = ['--output=json', '--quiet', `--port=${port}`, `--only-categories=${CATEGORIES.join()}`];
  const { stdout } = await promisify(execFile)(LIGHTHOUSE, [url, ...options], { maxBuffer: 64 * 1024 * 1024 });
  const report: Report = JSON.parse(stdout);
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

/**
 * What a phone of 375 pixels downloads before any interaction: scripts, fonts, visible pictures, in KB of 1000 bytes.
 */
async function weighFirstVisit(browser: Browser, url: string): Promise<string[]> {
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
  await page.goto(url, { waitUntil: 'networkidle' });
  const inView: string[] = await page.evaluate(
    '[...document.images].filter((image) => image.getBoundingClientRect().top < innerHeight).map((image) => image.currentSrc)',
  );
  const first = inView.reduce((sum, address) => sum + (pictures.get(address) ?? 0), 0);
  await context.close();
  return [bytes.script, bytes.font, first].map((n) => (n / 1000).toFixed(1));
}
