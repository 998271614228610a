import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { measureAdmin } from './bench/admin.ts';
import { measureBrowser } from './bench/browser.ts';
import { measureCatalogue } from './bench/catalogue.ts';
import { measureCheckout } from './bench/checkout.ts';
import { measureDay } from './bench/day.ts';
import { measureDesk } from './bench/desk.ts';
import { measureFind } from './bench/find.ts';
import { measureLive } from './bench/live.ts';
import { measureMail } from './bench/mail.ts';
import { measureMemory } from './bench/memory.ts';
import { measurePages } from './bench/pages.ts';
import { type Section, writeSection } from './bench/report.ts';
import { measureStart } from './bench/start.ts';
import { measureStores } from './bench/stores.ts';

const MINUTES = 10;

type BenchOptions = { minutes: number; paths: string[]; folder: string };

/**
 * `npm run bench` measures everything; `npm run bench -- admin mail` only these parts. Each writes its own section of
 * docs/performance.md and docs/performance.json, or says why it cannot be measured here and writes nothing. `-- browser
 * /shop` measures that page only and writes nothing; `-- memory --minutes 2` loads for two minutes. The shops of up to 1,000,000
 * orders (admin, find, live) are filled once a run, which takes a quarter of an hour and more; `-- find --folder DIR` keeps
 * them in DIR, some 6 GB, and the next run with it begins to measure at once.
 */
const PARTS: Record<string, (options: BenchOptions) => Promise<Section | null>> = {
  pages: measurePages,
  catalogue: measureCatalogue,
  checkout: measureCheckout,
  start: measureStart,
  admin: measureAdmin,
  desk: measureDesk,
  day: measureDay,
  find: measureFind,
  live: measureLive,
  mail: measureMail,
  stores: measureStores,
  browser: measureBrowser,
  memory: measureMemory,
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { minutes: { type: 'string' }, folder: { type: 'string' } },
});
const paths = positionals.filter((word) => word.startsWith('/'));
const asked = positionals.filter((word) => !word.startsWith('/'));
const minutes = Number(values.minutes ?? MINUTES);
const unknown = asked.filter((name) => !(name in PARTS));
if (unknown.length > 0 || !(minutes > 0)) {
  console.error(
    unknown.length > 0
      ? `There is no part ${unknown.join(', ')}. Choose among: ${Object.keys(PARTS).join(', ')}.`
      : `--minutes is "${values.minutes}". Give a number above 0; ${MINUTES} without it.`,
  );
  process.exit(1);
}
// The program starts only with a built site.
const build = spawnSync(process.execPath, ['scripts/build.ts', '--if-stale'], { stdio: 'inherit' });
if (build.status !== 0) process.exit(1);

const folder = values.folder === undefined ? mkdtempSync(join(tmpdir(), 'shop-bench-')) : resolve(values.folder);
if (values.folder === undefined) process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
for (const [name, measure] of Object.entries(PARTS)) {
  if (asked.length > 0 && !asked.includes(name)) continue;
  console.log(`\nmeasuring ${name} …`);
  const section = await measure({ minutes, paths, folder });
  if (!section) continue;
  console.log(`\n${writeSection(name, section)}`);
}
