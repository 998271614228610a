import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { table, writeSection } from '#lab/bench/report.ts';
import { type Base, type EngineName, startBase } from '#test/engine-base.ts';
import { keepFirstBrand } from '#test/first-brand.ts';
import { FAULTS } from './faults.ts';
import { type Fault, type Row, runFault } from './lab.ts';

// npm run lab -- faults --rounds 20 --only P23 --only F1 --engine pglite
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '20' },
    only: { type: 'string', multiple: true, default: [''] },
    engine: { type: 'string', default: 'both' },
  },
});
const rounds = Number(values.rounds);
const isAsked = (name: string) => values.only.some((part) => name.toLowerCase().includes(part.toLowerCase()));
const asked = FAULTS.filter(({ name }) => isAsked(name));
const engines = (['pglite', 'postgres'] as const).filter((name) => values.engine === 'both' || values.engine === name);
if (!Number.isInteger(rounds) || rounds < 1 || asked.length === 0 || engines.length === 0) {
  console.error('Use: npm run lab -- faults [--rounds 20] [--only NAME]... [--engine pglite|postgres]');
  console.error(`NAME is a part of: ${FAULTS.map(({ name }) => name).join(' · ')}`);
  process.exit(1);
}
// The program starts on a built site alone, and on the program's own brand.
keepFirstBrand();
const build = spawnSync(process.execPath, ['scripts/build.ts', '--if-stale'], { stdio: 'inherit' });
if (build.status !== 0) process.exit(1);

const HEAD = ['fault', 'engine', 'tries', 'orders paid', 'lost or doubled', 'mails twice', 'seen'];
const ENGINES: Record<EngineName, string> = { pglite: 'PGlite', postgres: 'PostgreSQL 18' };
const cells = (row: Row) => {
  const { fault, engine, tries, paid, lost, doubled, mailsLost, mailsTwice, note } = row;
  return [fault, ENGINES[engine], tries, paid, lost + doubled + mailsLost, mailsTwice, note || '–'];
};

const found: Row[] = [];

const STEPS: Readonly<Record<string, string>> = {
  P23: 'a purchase',
  P31: 'a refund',
  P36: 'a label, a void or a cancellation',
};

/** One row for all kills of a purchase, a refund or a label. */
function toSteps(rows: readonly Row[]): Row[] {
  const sums = new Map<string, Row>();
  for (const row of rows) {
    const [code = ''] = row.fault.split(' ', 1);
    const fault = STEPS[code] ? `${code} SIGKILL at each step of ${STEPS[code]}` : row.fault;
    const sum = sums.get(fault + row.engine);
    sums.set(fault + row.engine, sum ? addUp(sum, row) : { ...row, fault });
  }
  return [...sums.values()];
}

function addUp(sum: Row, row: Row): Row {
  const notes = [...new Set([sum.note, row.note].filter(Boolean))];
  return {
    ...sum,
    tries: sum.tries + row.tries,
    paid: sum.paid + row.paid,
    lost: sum.lost + row.lost,
    doubled: sum.doubled + row.doubled,
    mailsLost: sum.mailsLost + row.mailsLost,
    mailsTwice: sum.mailsTwice + row.mailsTwice,
    note: notes.join(', '),
  };
}

async function runOne(fault: Fault, base: Base): Promise<void> {
  const begun = performance.now();
  const row = await runFault(fault, base, rounds);
  found.push(row);
  const seconds = ((performance.now() - begun) / 1000).toFixed(0).padStart(4);
  console.log(`${seconds} s  ${cells(row).join(' · ')}`);
  for (const breach of row.breaches) console.error(`        ${breach}`);
  if (row.failure !== null) console.error(`        not judged: ${row.failure}`);
}

/** Prints what was judged, and what was not. @returns the exit code */
function report(): number {
  const rows = asked.flatMap(({ name }) => found.filter(({ fault, failure }) => fault === name && failure === null));
  const left = asked.flatMap(({ name, engines: its }) =>
    engines
      .filter((engine) => its.includes(engine) && !rows.some((row) => row.fault === name && row.engine === engine))
      .map((engine) => `${name} (${ENGINES[engine]})`),
  );
  const breaches = rows.flatMap((row) =>
    row.breaches.map((breach) => `${row.fault}, ${ENGINES[row.engine]}: ${breach}`),
  );
  const sum = (key: 'tries' | 'paid' | 'lost' | 'doubled' | 'mailsLost') =>
    rows.reduce((total, row) => total + row[key], 0).toLocaleString('en-US');
  const body = [
    table(HEAD, toSteps(rows).map(cells)),
    `Together ${sum('tries')} faults and ${sum('paid')} paid orders: ${sum('lost')} lost, ${sum('doubled')} doubled, ${sum('mailsLost')} mails lost.`,
    breaches.length > 0
      ? `Not as it must be:\n\n${breaches.map((breach) => `- ${breach.split('\n', 1)[0]}`).join('\n')}`
      : '',
    left.length > 0 ? `Not run to its end, so not judged: ${left.join(' · ')}.` : '',
  ].join('\n\n');
  console.log(`\n${body}`);
  if (asked.length === FAULTS.length && engines.length === 2) {
    writeSection('faults', { title: 'Faults', body }, 'faults');
  }
  const isGood = breaches.length === 0 && left.length === 0;
  if (isGood) console.log('Nothing lost.');
  return isGood ? 0 : 1;
}

process.once('SIGINT', () => process.exit(report()));
process.once('SIGTERM', () => process.exit(143));

const bases = await Promise.all(engines.map((engine) => startBase(engine)));
// Much of it is waiting, so each engine runs two at a time, one from each end; timing faults come last, alone.
await Promise.all(
  bases.map(async ({ base }) => {
    const queue = asked.filter((fault) => fault.engines.includes(base.engine) && !fault.isAlone);
    const work = async (take: () => Fault | undefined) => {
      for (let fault = take(); fault; fault = take()) await runOne(fault, base);
    };
    await Promise.all([work(() => queue.shift()), work(() => queue.pop())]);
  }),
);
for (const { base } of bases) {
  for (const fault of asked) if (fault.isAlone && fault.engines.includes(base.engine)) await runOne(fault, base);
}
await Promise.all(bases.map(({ stop }) => stop()));
process.exit(report());
