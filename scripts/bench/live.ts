import { setTimeout as wait } from 'node:timers/promises';
import type { StoreLocation } from '#shared/stores.ts';
import { openEvents, type TestStream } from '#test/events.ts';
import { startProgram } from '#test/program.ts';
import { MOST_ORDERS, openBigDatabase, startBigPostgres } from './big-shop.ts';
import { CELL_HEADS, cells, type Section, sumUp, timed } from './report.ts';
import { processorTime, residentMb } from './resident.ts';
import { logIn, PASSWORD, versionOf } from './shop.ts';

const BROWSERS = 200;
/** Streams that one session may have. */
const OF_A_SESSION = 8;
const CHANGES = 30;
const IDLE_MS = 20_000;
const PAGE_READS = 500;
const STORES = '/api/admin/store-locations';

/** Open dashboards that listen to changes: what they take, and how soon they know. */
export async function measureLive({ folder }: { folder: string }): Promise<Section> {
  const postgres = await startBigPostgres(folder);
  const url = await openBigDatabase(postgres, MOST_ORDERS);
  const program = await startProgram({ env: { DATABASE_URL: url, ADMIN_PASSWORD: PASSWORD, LOG_LEVEL: 'warn' } });
  const { pid } = program.process;
  try {
    const cookies: string[] = [];
    for (let i = 0; i * OF_A_SESSION < BROWSERS; i++) cookies.push(await logIn(program.url));
    const admin = { cookie: cookies[0] ?? '' };
    const alone = await readPages(program.url);
    const before = { memory: residentMb(pid), processor: await busy(pid) };
    const streams: TestStream[] = [];
    for (let i = 0; i < BROWSERS; i++) {
      streams.push(await openEvents(program.url, { cookie: cookies[Math.floor(i / OF_A_SESSION)] ?? '' }));
    }
    await Promise.all(streams.map((stream) => stream.next()));
    const after = { memory: residentMb(pid), processor: await busy(pid) };
    const listening = await readPages(program.url);
    const late: number[] = [];
    const added: string[] = [];
    for (let n = 0; n < CHANGES; n++) {
      // Not in step with the second in which the program asks.
      await wait(200 + Math.random() * 1_000);
      const id = await addStore(program.url, admin, n);
      const written = performance.now();
      added.push(id);
      await Promise.all(
        streams.map(async (stream) => {
          await stream.changesUntil((change) => change.id === id);
          late.push(performance.now() - written);
        }),
      );
    }
    for (const stream of streams) stream.close();
    // The shop may be measured again.
    for (const id of added) await fetch(`${program.url}${STORES}/${id}`, { method: 'DELETE', headers: admin });
    const body = [
      `${BROWSERS} streams of \`GET /api/admin/events\` at one instance with ${MOST_ORDERS.toLocaleString('en-US')} orders, ${OF_A_SESSION} a session; ${CHANGES} changes, each ` +
        'timed from its answer to the event at each stream. The program asks the database once a second for all of them.',
      {
        head: ['', ...CELL_HEADS],
        rows: [
          ['a change reaches a stream', ...cells(sumUp(late))],
          ['a page, with nobody listening', ...cells(sumUp(alone))],
          [`a page, with ${BROWSERS} listening`, ...cells(sumUp(listening))],
        ],
      },
      `Resident memory: ${before.memory.toFixed(0)} MB before, ${after.memory.toFixed(0)} MB with ${BROWSERS} streams. ` +
        `Processor while nothing changes: ${before.processor.toFixed(1)} % of one before, ${after.processor.toFixed(1)} % with them.`,
    ];
    return { title: `Open dashboards on ${await versionOf(postgres)}`, body };
  } finally {
    await program.stop();
    await postgres.stop();
  }
}

/** Share of one processor while nothing is asked, in percent. */
async function busy(pid: number | undefined): Promise<number> {
  const before = processorTime(pid);
  await wait(IDLE_MS);
  return ((processorTime(pid) - before) / IDLE_MS) * 100;
}

async function readPages(url: string): Promise<number[]> {
  const times: number[] = [];
  const read = async () => void (await (await fetch(`${url}/shop`)).arrayBuffer());
  for (let i = 0; i < PAGE_READS; i++) times.push(await timed(read));
  return times.slice(PAGE_READS / 10);
}

async function addStore(url: string, headers: { cookie: string }, n: number): Promise<string> {
  const answer = await fetch(url + STORES, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ name: `Store ${n}`, address: '1 Main St', storeType: 'cafe', latitude: 25, longitude: -80 }),
  });
  if (!answer.ok) throw new Error(`A store answered ${answer.status}`);
  return ((await answer.json()) as StoreLocation).id;
}
