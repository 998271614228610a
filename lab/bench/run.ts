import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { measureAdmin } from './admin.ts';
import { measureBrowser } from './browser.ts';
import { measureCheckout } from './checkout.ts';
import { measurePages } from './pages.ts';
import { measurePresses } from './presses.ts';
import { type Section, writeSection } from './report.ts';
import { measureStart } from './start.ts';

type BenchOptions = { paths: string[]; folder: string };

/**
 * `npm run lab -- bench` measures everything; `npm run lab -- bench admin start` only these parts. Each writes its own
 * file in lab/results, or says why it cannot be measured here and writes nothing. `-- browser /shop`
 * measures only that page and writes nothing. The shops of up to 1,000,000 orders (admin) are filled once per run, in a
 * quarter of an hour or more; `-- admin --folder DIR` keeps them in DIR, some 6 GB, for the next run.
 */
const PARTS: Record<string, (options: BenchOptions) => Promise<Section | null>> = {
  pages: measurePages,
  checkout: measureCheckout,
  start: measureStart,
  admin: measureAdmin,
  browser: measureBrowser,
  presses: measurePresses,
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { folder: { type: 'string' } },
});
const paths = positionals.filter((word) => word.startsWith('/'));
const asked = positionals.filter((word) => !word.startsWith('/'));
const unknown = asked.filter((name) => !(name in PARTS));
if (unknown.length > 0) {
  console.error(`There is no part ${unknown.join(', ')}. Choose among: ${Object.keys(PARTS).join(', ')}.`);
  process.exit(1);
}
// The program needs a built site.
const build = spawnSync(process.execPath, ['scripts/build.ts', '--if-stale'], { stdio: 'inherit' });
if (build.status !== 0) process.exit(1);

const folder = values.folder === undefined ? mkdtempSync(join(tmpdir(), 'shop-bench-')) : resolve(values.folder);
if (values.folder === undefined) process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
for (const [name, measure] of Object.entries(PARTS)) {
  if (asked.length > 0 && !asked.includes(name)) continue;
  console.log(`\nmeasuring ${name} …`);
  const section = await measure({ paths, folder });
  if (!section) continue;
  console.log(`\n${writeSection(name, section)}`);
}
