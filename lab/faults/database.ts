import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { sumUp } from '#lab/bench/report.ts';
import { systemClock } from '#server/deps.ts';
import { MailSignal } from '#server/features/emails/mail-signal.ts';
import { enqueueEmails, preparePlainEmail } from '#server/features/emails/outbox.ts';
import { mailConfig } from '#test/emails.ts';
import { prepareEngineOn } from '#test/engine-base.ts';
import { type Postgres, startPostgres } from '#test/postgres.ts';
import type { Program } from '#test/program.ts';
import { answeredOrders, countUp, crowd, lookAround } from './crowd.ts';
import { BOTH, type Fault, type Lab } from './lab.ts';
import { pause, until, type World } from './world.ts';

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;
const isReady = async (program: Program) => (await fetch(`${program.url}/readyz`).catch(() => null))?.ok === true;

/** A PostgreSQL that may be damaged, because nothing else uses it. */
async function ownPostgres(lab: Lab): Promise<{ server: Postgres; world: World }> {
  const server = await startPostgres({ isDurable: true });
  const engine = await prepareEngineOn({ engine: 'postgres', url: server.url }, { isEmpty: true });
  return { server, world: await lab.world({ engine }) };
}

/** Keeps buying, damages the database, waits for its recovery, and judges. */
async function hurt(
  lab: Lab,
  tries: number,
  harm: (server: Postgres) => Promise<{ end(): Promise<void> }>,
): Promise<void> {
  const { server, world } = await ownPostgres(lab);
  try {
    await hurtIn(lab, world, tries, () => harm(server));
  } finally {
    await world.close();
    await server.stop();
  }
}

async function hurtIn(
  lab: Lab,
  world: World,
  tries: number,
  harm: () => Promise<{ end(): Promise<void> }>,
): Promise<void> {
  const program = await world.start();
  const back: number[] = [];
  const load = crowd(world, program);
  const pages = lookAround(program, ['/shop', '/healthz']);
  for (let i = 0; i < tries; i++) {
    const enough = answeredOrders(world) + 3;
    await until('orders before the fault', () => answeredOrders(world) >= enough);
    const { end } = await harm();
    const isUnharmed = await Promise.race([isReady(program), pause(1_000).then(() => false)]);
    lab.demand(!isUnharmed, 'the database answered meanwhile: the fault was none');
    await end();
    const begun = performance.now();
    await until('the shop being ready again', () => isReady(program));
    back.push(performance.now() - begun);
  }
  const enough = answeredOrders(world) + 3;
  await until('orders after the fault', () => answeredOrders(world) >= enough);
  await load.stop();
  const times = await pages.stop();
  lab.demand(program.process.exitCode === null, 'the program did not live');
  lab.demand(
    load.refusals.every((status) => status === 503),
    `refusals: ${countUp(load.refusals)}`,
  );
  lab.demand(
    [...pages.statuses.keys()].every((seen) => seen.endsWith(' 200')),
    `pages: ${[...pages.statuses.keys()]}`,
  );
  // On a busy machine everything is late, including pages that need no database.
  lab.demand(Math.max(...back) < 2_000 + sumUp(times).p50 * 10, `ready again only after ${seconds(Math.max(...back))}`);
  const { p99 } = sumUp(times);
  lab.note(load.refusals.length > 0 ? countUp(load.refusals) : 'nobody refused, some waited');
  lab.note(`ready again after at most ${seconds(Math.max(...back))}`);
  lab.note(`pages meanwhile p99 ${p99.toFixed(0)} ms`);
  await lab.settle(world, program);
}

const crash: Fault = {
  name: 'F6 PostgreSQL dies and starts again',
  engines: ['postgres'],
  tries: (rounds) => Math.ceil(rounds / 4),
  run: (lab, tries) =>
    hurt(lab, tries, async (server) => {
      await server.crash();
      await pause(1_000);
      return { end: () => server.start() };
    }),
};

const FROZEN_MS = 10_000;

const freeze: Fault = {
  name: 'F6 PostgreSQL stands still for 10 s',
  engines: ['postgres'],
  tries: (rounds) => Math.ceil(rounds / 10),
  obstacle: () => (process.platform === 'linux' ? null : 'needs Linux'),
  run: (lab, tries) =>
    hurt(lab, tries, async (server) => {
      const thaw = server.freeze();
      await pause(FROZEN_MS - 1_000);
      return { end: async () => thaw() };
    }),
};

/** A separate disk in memory, so that only the shop runs out of space. */
class SmallDisk {
  readonly folder = mkdtempSync(join(tmpdir(), 'shop-disk-'));
  readonly #filler = join(this.folder, 'filler');

  constructor(megabytes: number) {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'shop-test', this.folder], { stdio: 'pipe' });
  }

  get freeBytes(): number {
    const { bavail, bsize } = statfsSync(this.folder);
    return bavail * bsize;
  }

  /** To the last byte. */
  fill(): void {
    try {
      for (;;) appendFileSync(this.#filler, Buffer.alloc(Math.max(4096, Math.min(2 ** 20, this.freeBytes))));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
    }
  }

  empty(): void {
    rmSync(this.#filler, { force: true });
  }

  remove(): void {
    execFileSync('umount', ['-l', this.folder], { stdio: 'pipe' });
    rmSync(this.folder, { recursive: true, force: true });
  }
}

function mountObstacle(): string | null {
  try {
    new SmallDisk(1).remove();
    return null;
  } catch {
    return 'needs root on Linux, to mount a small disk';
  }
}

const DISK_MB = 400;

const diskFull: Fault = {
  name: 'F5 disk full',
  engines: BOTH,
  tries: (rounds) => Math.ceil(rounds / 10),
  obstacle: mountObstacle,
  run: async (lab, tries) => {
    for (let i = 0; i < tries; i++) await fillDisk(lab);
  },
};

async function fillDisk(lab: Lab): Promise<void> {
  const disk = new SmallDisk(DISK_MB);
  const isPglite = lab.base.engine === 'pglite';
  const server = isPglite ? null : await startPostgres({ isDurable: true, folder: disk.folder });
  const engine = server
    ? await prepareEngineOn({ engine: 'postgres', url: server.url }, { isEmpty: true })
    : await prepareEngineOn(lab.base, { dataDir: disk.folder });
  const world = await lab.world({ engine });
  try {
    const program = await world.start();
    const load = crowd(world, program);
    await until('orders before', () => answeredOrders(world) >= 3);
    if (isPglite) lab.demand((await readDisk(program.url)) === 'ok 0', 'a disk with room is called full');
    disk.fill();
    await until('refusals', () => {
      disk.fill();
      return load.refusals.length >= 20;
    });
    const reads = ['/shop', '/api/store-locations'].map(async (path) => (await fetch(program.url + path)).status);
    const statuses = await Promise.all(reads);
    lab.demand(
      statuses.every((status) => status === 200),
      `reads on a full disk: ${statuses.join(', ')}`,
    );
    if (isPglite) {
      // The data folder is on that disk; with PostgreSQL the disk belongs to another program.
      lab.demand(
        (await readDisk(program.url)) === 'full 1',
        `/readyz and /metrics say: ${await readDisk(program.url)}`,
      );
      lab.note('/readyz and /metrics say so');
      await program.stop('SIGKILL');
      await load.stop();
      disk.fill();
      const second = await world.spawn();
      // It may say why it cannot start, or work without writing.
      await until('an end or a start', () => second.process.exitCode !== null || second.output().includes('open '));
      if (second.process.exitCode !== null) {
        lab.demand(/disk is full/.test(second.output()), `a start on a full disk says: ${second.output()}`);
        lab.note('a start says that the disk is full');
      }
      await second.stop('SIGKILL');
    }
    lab.demand(
      load.refusals.every((status) => status === 503 || (status === 0 && isPglite)),
      `refusals: ${countUp(load.refusals)}`,
    );
    lab.note(countUp(load.refusals));
    disk.empty();
    if (!isPglite) {
      const enough = answeredOrders(world) + 3;
      await until('orders after there is room', () => answeredOrders(world) >= enough);
      await load.stop();
    }
    await world.endLeases();
    await lab.settle(world, isPglite ? undefined : program);
  } finally {
    await world.close();
    await server?.stop();
    disk.remove();
  }
}

/** The state of the disk in `/readyz` and `/metrics`, such as `ok 0`. */
async function readDisk(url: string): Promise<string> {
  const { disk } = (await (await fetch(`${url}/readyz`)).json()) as { disk?: string };
  const metrics = await (await fetch(`${url}/metrics`)).text();
  return `${disk} ${/^shop_disk_full (\d)$/m.exec(metrics)?.[1]}`;
}

const CONFIRMS = 32;
const MAILS = 300;

const twoInstances: Fault = {
  name: `F7 two instances, ${CONFIRMS} confirms at once, ${MAILS} mails`,
  engines: ['postgres'],
  tries: (rounds) => rounds,
  run: async (lab, tries) => {
    // Both start at once on an empty database and migrate it together; both reconcile every second.
    const world = await lab.world({ isEmpty: true });
    const [one, two] = await Promise.all([world.start(), world.start()]);
    for (let i = 0; i < tries; i++) {
      const shopper = world.newShopper();
      await shopper.begin((i % 2 ? one : two).url);
      world.webhookUrl = (i % 2 ? two : one).url;
      shopper.pay();
      const numbers = new Set<string | null>();
      await Promise.all(
        Array.from({ length: CONFIRMS }, async (_, k) => {
          await shopper.confirm((k % 2 ? one : two).url);
          numbers.add(shopper.orderNumber);
        }),
      );
      lab.demand(numbers.size === 1, `one payment was answered with ${numbers.size} orders`);
    }
    await queueMails(world);
    await world.mailsOut();
    // A duplicate would come right after.
    await pause(500);
    lab.demand((await one.stop()) === 0, 'the first instance did not end well');
    const verdict = await lab.settle(world, two);
    lab.demand(verdict.mailsTwice === 0, `${verdict.mailsTwice} mails were sent twice`);
    lab.note(`control without the unique key: ${await lookThenInsert(world)} orders of one payment`);
  },
};

async function queueMails(world: World): Promise<void> {
  const config = mailConfig(world.smtp.url);
  await world.engine.read(async (db) => {
    const mails = Array.from({ length: MAILS }, (_, i) =>
      preparePlainEmail(
        { config, clock: systemClock },
        { to: `customer${i}@x.example`, language: 'es', subject: `Correo ${i}`, body: 'Hola' },
      ),
    );
    await enqueueEmails(db, { mailSignal: new MailSignal() }, mails);
    world.extraMails += MAILS;
  });
}

/** The control: the same race without a unique key. It must create more than one, or the row proves nothing. */
async function lookThenInsert(world: World): Promise<number> {
  const connectionString = world.env.DATABASE_URL;
  const pools = [1, 2].map(() => new pg.Pool({ connectionString, max: 10 }));
  const [first] = pools;
  if (!first) throw new Error('a pool');
  await first.query('create table control (payment text)');
  // Open connections: new ones arrive one after the other and hide the race.
  await Promise.all(pools.flatMap((pool) => Array.from({ length: 10 }, () => pool.query('select pg_sleep(0.05)'))));
  await Promise.all(
    Array.from({ length: CONFIRMS }, async (_, i) => {
      const pool = pools[i % 2] ?? first;
      const there = await pool.query(`select 1 from control where payment = 'p'`);
      if (there.rowCount === 0) await pool.query(`insert into control values ('p')`);
    }),
  );
  const made = (await first.query('select 1 from control')).rowCount ?? 0;
  await Promise.all(pools.map((pool) => pool.end()));
  if (made < 2) throw new Error('the control made one order too: the race did not happen');
  return made;
}

export const databaseFaults: readonly Fault[] = [crash, freeze, diskFull, twoInstances];
