import { spawnSync } from 'node:child_process';
import { measureAdmin } from './bench/admin.ts';
import { measureCheckout } from './bench/checkout.ts';
import { measureMail } from './bench/mail.ts';
import { measurePages } from './bench/pages.ts';
import { type Section, writeSection } from './bench/report.ts';
import { measureStores } from './bench/stores.ts';

/** `npm run bench -- admin mail` measures these parts alone; each writes its own section of docs/performance.md. */
const PARTS: Record<string, () => Promise<Section>> = {
  admin: measureAdmin,
  mail: measureMail,
  stores: measureStores,
  checkout: measureCheckout,
  pages: measurePages,
};

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !(name in PARTS));
if (unknown.length > 0) {
  console.error(`There is no part ${unknown.join(', ')}. Choose among: ${Object.keys(PARTS).join(', ')}.`);
  process.exit(1);
}
// The program starts on a built site alone.
const build = spawnSync(process.execPath, ['scripts/build.ts', '--if-stale'], { stdio: 'inherit' });
if (build.status !== 0) process.exit(1);

for (const [name, measure] of Object.entries(PARTS)) {
  if (asked.length > 0 && !asked.includes(name)) continue;
  console.log(`\nmeasuring ${name} …`);
  console.log(`\n${writeSection(name, await measure())}`);
}
