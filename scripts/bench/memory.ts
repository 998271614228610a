import { setTimeout as wait } from 'node:timers/promises';
import { NO_LIMITS } from '#test/makers.ts';
import { startPostgres } from '#test/postgres.ts';
import { type Program, startProgram } from '#test/program.ts';
import { confirmOrder, payFor } from '#test/shopper.ts';
import { type Section, sumUp } from './report.ts';
import { liveMb, residentMb } from './resident.ts';
import { createDatabase, logIn, newDataDir, PASSWORD } from './shop.ts';

const IDLE_MS = 15_000;
const SAMPLE_MS = 500;
/** The load's duration in parts; the first one warms up. */
const PARTS = 5;
const SHOPPERS = 2;
const READERS = 4;
const PAGES = ['/', '/shop', '/wholesale', '/api/store-locations'];

/** Resident memory of a program on each database before, during and after a load of shoppers, readers and the admin. */
export async function measureMemory({ minutes }: { minutes: number }): Promise<Section> {
  const postgres = await startPostgres();
  // Two inspectors, each on its own port.
  const env = { ...NO_LIMITS, ADMIN_PASSWORD: PASSWORD, LOG_LEVEL: 'warn', NODE_OPTIONS: '--inspect-port=0' };
  const DATABASE_URL = await createDatabase(postgres, 'bench_memory');
  const folder = newDataDir();
  // PGlite's first start creates its files with a second PGlite instance, whose memory is not returned.
  await (await startProgram({ env, dataDir: folder.path })).stop();
  const programs: [string, Program][] = [
    ['PGlite', await startProgram({ env, dataDir: folder.path })],
    ['PostgreSQL', await startProgram({ env: { ...env, DATABASE_URL } })],
  ];
  try {
    await wait(IDLE_MS);
    const idle = programs.map(([, { process }]) => residentMb(process.pid));
    const end = performance.now() + minutes * 60_000;
    const found = await Promise.all(programs.map(([, program]) => loadAndWatch(program, minutes * 60_000, end)));
    await wait(IDLE_MS);
    const rows = programs.map(([engine, { process }], i) => {
      const { parts, live, orders, pages } = found[i] ?? { parts: [], live: [], orders: 0, pages: 0 };
      const [, settled = Number.NaN] = parts;
      const growth = (parts.at(-1) ?? Number.NaN) - settled;
      const after = residentMb(process.pid);
      const whole = [idle[i] ?? 0, ...parts, growth, after].map((mb) => mb.toFixed(0));
      return [engine, orders, pages, ...whole, ...live.map((mb) => mb.toFixed(1))];
    });
    const head = ['database', 'orders', 'pages and calls', 'MB idle'];
    for (let i = 1; i <= PARTS; i++) head.push(`MB in part ${i}`);
    head.push('growth, part 2 to the last', 'MB idle after', 'MB held after part 1', 'MB held at the end');
    const body = [
      `Both programs at the same time for ${minutes} minutes: at each ${SHOPPERS} shoppers who buy one box after the ` +
        `other, ${READERS} readers of ${PAGES.join(', ')}, and the admin's list and cards. Resident memory, the median of ` +
        `each fifth of the time, sampled every ${SAMPLE_MS} ms; idle ${IDLE_MS / 1000} s after the start and the end. Held is ` +
        'what JavaScript of the main thread still refers to after a collection: what leaked would be there.',
      { head, rows },
    ];
    return { title: 'Memory under load', body };
  } finally {
    for (const [, program] of programs) await program.stop();
    folder.remove();
    await postgres.stop();
  }
}

async function loadAndWatch(program: Program, lengthMs: number, end: number) {
  const { url } = program;
  const headers = { cookie: await logIn(url) };
  let orders = 0;
  let pages = 0;
  const read = async (path: string) => {
    const answer = await fetch(url + path, { headers });
    await answer.arrayBuffer();
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
    pages += 1;
  };
  const whileItLasts = async (work: (round: number) => Promise<unknown>) => {
    for (let round = 0; performance.now() < end; round++) await work(round);
  };
  const samples = Array.from({ length: PARTS }, (): number[] => []);
  const watch = setInterval(() => {
    const part = Math.floor((1 - (end - performance.now()) / lengthMs) * PARTS);
    samples[Math.max(0, part)]?.push(residentMb(program.process.pid));
  }, SAMPLE_MS);
  const live: Promise<number>[] = [];
  const early = setTimeout(() => live.push(liveMb(program)), lengthMs / PARTS);
  try {
    await Promise.all([
      ...Array.from({ length: SHOPPERS }, () =>
        whileItLasts(async () => {
          await confirmOrder(url, await payFor(url));
          orders += 1;
        }),
      ),
      ...Array.from({ length: READERS }, () => whileItLasts((round) => read(PAGES[round % PAGES.length] ?? '/'))),
      whileItLasts((round) => read(round % 2 ? '/api/admin/orders' : '/api/admin/summary')),
    ]);
  } finally {
    clearInterval(watch);
    clearTimeout(early);
  }
  live.push(liveMb(program));
  return { orders, pages, live: await Promise.all(live), parts: samples.map((part) => sumUp(part).p50) };
}
