import { spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { table, writeSection } from '#lab/bench/report.ts';
import { keepFirstBrand } from '#test/first-brand.ts';
import { findSecrets } from '#test/log-secrets.ts';
import { type Program, startProgram } from '#test/program.ts';
import { readDocument } from './api.ts';
import { type Finding, skipped } from './finding.ts';
import { attackWithFloods } from './floods.ts';
import { runGenerated } from './generated.ts';
import { runInjection } from './injection.ts';
import { ATTACKED_ENV, buy, fillShop, know, SHOWS_WHAT_WAS_STORED } from './known.ts';
import { hasSqlmap, runSqlmap } from './sqlmap.ts';
import { runNamedTests } from './tests.ts';
import { attackLogins, attackParser, attackSlowly, attackTiming } from './timing.ts';
import { type ControlShop, startControlShop } from './vulnerable-shop.ts';

/*
 * `npm run lab -- attacks` tries everything and writes lab/results/attacks.txt. `--seed 7` repeats the
 * requests of another run; `--only generated,sqlmap` repeats only these parts and keeps the others of the last run on
 * this machine.
 */
const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    requests: { type: 'string', default: '20000' },
    only: { type: 'string' },
  },
});
const MEASURED = '.cache/attacks.json';
const seed = values.seed === undefined ? randomInt(2 ** 31) : Number(values.seed);
const requests = Number(values.requests);

const PARTS: Record<string, () => Promise<Finding[]>> = {
  generated: () => withShop(attackWithGenerated),
  injection: () => withShop(attackWithInjection),
  sqlmap: () => withShop(attackWithSqlmap),
  logins: () => withShop(({ url }) => attackLogins(url)),
  timing: attackTiming,
  slow: () => withShop(({ url }) => attackSlowly(url)),
  flood: attackWithFloods,
  parser: () => withShop(({ url }) => attackParser(url)),
  tests: runNamedTests,
};

async function withShop(work: (program: Program) => Promise<Finding[]>): Promise<Finding[]> {
  const program = await startProgram({ env: { ...ATTACKED_ENV, TRUST_PROXY: 'true', LOG_LEVEL: 'info' } });
  try {
    return await work(program);
  } finally {
    await program.stop();
  }
}

async function attackWithGenerated(program: Program): Promise<Finding[]> {
  const { url } = program;
  const { cookie } = await fillShop(url);
  const found = await runGenerated(url, await readDocument(url), {
    count: requests,
    seed,
    know: () => know(url, cookie),
  });
  const hits = [...found.hits];
  if (program.process.exitCode !== null || program.process.signalCode !== null) hits.push('the program has ended');
  const secrets = findSecrets(program.output().split('\n'));
  hits.push(...secrets.map((secret) => `in the log: ${secret}`));
  await buy(url).catch((error) => hits.push(`no purchase afterwards: ${error}`));
  const statuses = Object.entries(found.statuses).map(([status, count]) => `${count} × ${status}`);
  return [
    {
      row: 'N9',
      tried: `generated requests to ${found.calls} calls, signed in and not (seed ${seed}): ${statuses.join(', ')}`,
      tries: found.tries,
      result: `${found.hits.length} answers of 5xx, without an answer, or telling of the inside; a purchase afterwards works`,
      hits,
    },
    {
      row: 'E11',
      tried: 'secrets and cards in the log of the generated requests',
      tries: program.output().split('\n').length,
      result: `${secrets.length} in its lines`,
      hits: [],
    },
  ];
}

async function attackWithInjection({ url }: Program): Promise<Finding[]> {
  const control = await withControls((shop) => runInjection(shop.url, shop.document, shop.known));
  const found = await runInjection(url, await readDocument(url), await fillShop(url), { later: SHOWS_WHAT_WAS_STORED });
  const hits = [...found.hits, ...control.hits];
  // Each way must have found something, or it proves nothing.
  for (const way of ['breaks', 'computes', 'answers', 'waits']) {
    if (!control.careless.hits.some((hit) => hit.includes(` ${way}: `))) hits.push(`the control ${way} nowhere`);
  }
  const where = new Set(control.careless.hits.map((hit) => hit.split(')', 1)[0]));
  return [
    {
      row: 'E1',
      tried: `own injection corpus in ${found.places} fields, paths, queries and headers; control: a careless shop and its careful twin`,
      tries: found.tries,
      result: `${found.hits.length} give way; of the control ${where.size} of 3 careless calls and ${control.careful.hits.length} careful ones`,
      hits,
    },
  ];
}

async function attackWithSqlmap({ url }: Program): Promise<Finding[]> {
  if (!hasSqlmap()) return [skipped('E1', 'sqlmap on every call', 'sqlmap is not installed')];
  const control = await withControls((shop) => runSqlmap(shop.url, shop.document, shop.known));
  const found = await runSqlmap(url, await readDocument(url), await fillShop(url));
  return [
    {
      row: 'E1',
      tried: `sqlmap on ${found.calls} paths, queries and bodies; control: a careless shop and its careful twin`,
      tries: found.tries,
      result: `${found.hits.length} give way; of the control ${control.careless.hits.length} of 3 careless calls and ${control.careful.hits.length} careful ones`,
      hits: [...found.hits, ...control.hits],
    },
  ];
}

/** The same attack on a vulnerable shop, and on a safe one. */
async function withControls<T extends { hits: string[] }>(attack: (shop: ControlShop) => Promise<T>) {
  const on = async (isCareless: boolean) => {
    const shop = await startControlShop({ isCareless });
    try {
      return await attack(shop);
    } finally {
      await shop.close();
    }
  };
  const [careless, careful] = [await on(true), await on(false)];
  const hits = careful.hits.map((hit) => `a hit where there is none: ${hit}`);
  if (careless.hits.length === 0) hits.push('nothing found where there is something');
  return { careless, careful, hits };
}

const asked = values.only?.split(',') ?? Object.keys(PARTS);
const unknown = asked.filter((name) => !(name in PARTS));
if (unknown.length > 0 || !Number.isSafeInteger(seed) || !Number.isSafeInteger(requests)) {
  console.error(`Give numbers, and parts among: ${Object.keys(PARTS).join(', ')}.`);
  process.exit(1);
}
// The program needs a built site, with the program's own brand.
keepFirstBrand();
if (spawnSync(process.execPath, ['scripts/build.ts', '--if-stale'], { stdio: 'inherit' }).status !== 0) process.exit(1);

console.log(`seed ${seed}`);
const measured = readMeasured();
for (const [name, attack] of Object.entries(PARTS)) {
  if (!asked.includes(name)) continue;
  console.log(`\n${name} …`);
  const found = await attack();
  for (const { row, tries, result } of found) console.log(`${row}: ${tries} tries, ${result}`);
  measured[name] = found;
  mkdirSync('.cache', { recursive: true });
  writeFileSync(MEASURED, JSON.stringify(measured));
}
const missing = Object.keys(PARTS).filter((name) => !(name in measured));
const findings = Object.keys(PARTS).flatMap((name) => measured[name] ?? []);
const hits = findings.flatMap(({ row, hits: found }) => found.map((hit) => `${row}: ${hit}`));
const named = measured.tests ?? [];
const rows = findings
  .filter((finding) => !named.includes(finding) || finding.hits.length > 0)
  .map(({ row, tried, tries, result }) => [row, tried, tries, result]);
const body = [
  table(['row', 'tried', 'tries', 'result'], rows),
  `${named.reduce((sum, { tries }) => sum + tries, 0)} tests of \`npm test\` hold the other ${named.length} rows.`,
].join('\n\n');
if (missing.length === 0) console.log(`\n${writeSection('attacks', { title: 'Attacks', body }, 'attacks')}`);
else console.log(`\n${body}\n\nnot measured yet: ${missing.join(', ')}`);
for (const hit of hits) console.error(`hit: ${hit}`);
console.log(hits.length === 0 ? '\nno hits' : `\n${hits.length} hits; seed ${seed}`);
process.exit(hits.length === 0 ? 0 : 1);

/** Findings of earlier runs, so that one part can be repeated; a run of all parts starts empty. */
function readMeasured(): Record<string, Finding[]> {
  if (values.only === undefined || !existsSync(MEASURED)) return {};
  return JSON.parse(readFileSync(MEASURED, 'utf8'));
}
