import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { table, writeSection } from '#lab/bench/report.ts';
import { countUp, crowd } from '#lab/faults/crowd.ts';
import { Owner, priceOf } from '#lab/faults/publish.ts';
import { pause, until, World } from '#lab/faults/world.ts';
import { connectDatabase } from '#server/db/connect.ts';
import type { Engine } from '#test/engine-base.ts';
import { keepFirstBrand } from '#test/first-brand.ts';
import type { Program } from '#test/program.ts';
import { Cluster, obstacle } from './cluster.ts';

// npm run lab -- cluster --rounds 20: two shops on a cluster of three (deploy/cluster), shoppers without a pause, a publish
// in each round, and one fault after the other. --only power: the faults whose name contains it.
const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '20' }, only: { type: 'string', default: '' } },
});
const rounds = Number(values.rounds);
if (!Number.isInteger(rounds) || rounds < 1) {
  console.error('Use: npm run lab -- cluster [--rounds 20] [--only PART OF A NAME]');
  process.exit(1);
}
const missing = obstacle();
if (missing !== null) {
  console.error(`Not possible here: ${missing}`);
  process.exit(1);
}

/** Longer than Patroni's `ttl`, so that another machine has become the primary. */
const CUT_MS = 30_000;
/** How long an operator would wait for a replica, before helping it. */
const PATIENCE_MS = 60_000;
/** How long a fault may last until orders come again, and until the cluster is whole. */
const RECOVERY_MS = 180_000;

type Trial = { name: string; run(cluster: Cluster): Promise<void> };

async function primaryOf(cluster: Cluster) {
  await until('a primary', async () => (await cluster.primary()) !== null, RECOVERY_MS);
  const node = await cluster.primary();
  if (!node) throw new Error('a primary');
  return node;
}

async function aReplica(cluster: Cluster) {
  const primary = await primaryOf(cluster);
  const others = cluster.nodes.filter(({ name }) => name !== primary.name);
  const node = others[Math.floor(Math.random() * others.length)];
  if (!node) throw new Error('a replica');
  return node;
}

const TRIALS: readonly Trial[] = [
  {
    name: 'the primary’s machine loses power',
    run: async (cluster) => {
      const primary = await primaryOf(cluster);
      cluster.kill(primary);
      await until('another primary', async () => (await cluster.primary()) !== null, RECOVERY_MS);
      cluster.startNode(primary);
    },
  },
  {
    name: 'a replica’s machine loses power',
    run: async (cluster) => {
      const replica = await aReplica(cluster);
      cluster.kill(replica);
      await pause(10_000);
      cluster.startNode(replica);
    },
  },
  {
    name: 'PostgreSQL of the primary is killed',
    run: async (cluster) => cluster.killProgram(await primaryOf(cluster), '/bin/postgres'),
  },
  {
    name: 'etcd of the primary’s machine is killed',
    run: async (cluster) => {
      const primary = await primaryOf(cluster);
      cluster.killProgram(primary, 'etcd --data-dir');
      await pause(3_000);
      cluster.startEtcd(primary);
    },
  },
  {
    name: 'HAProxy is killed',
    run: async (cluster) => {
      cluster.killProxy();
      await pause(1_000);
      await cluster.startProxy();
    },
  },
  {
    name: 'the primary is cut off the network',
    run: async (cluster) => {
      const primary = await primaryOf(cluster);
      cluster.cut(primary);
      await pause(CUT_MS);
      cluster.heal(primary);
    },
  },
  {
    name: 'a planned switchover',
    run: async (cluster) =>
      until('a switchover', async () => cluster.switchOver(await primaryOf(cluster)), RECOVERY_MS),
  },
];

const asked = TRIALS.filter(({ name }) => name.includes(values.only));

/** The database `shop` of a cluster. */
function engineOn(cluster: Cluster): Engine {
  const dataDir = mkdtempSync(join(tmpdir(), 'shop-cluster-data-'));
  const databaseUrl = cluster.url('shop');
  return {
    name: 'postgres',
    options: { env: { DATABASE_URL: databaseUrl }, dataDir },
    read: async (work) => {
      const connection = await connectDatabase({ databaseUrl, dataDir: '', isMaintenance: true });
      return work(connection.db).finally(() => connection.close());
    },
    remove: async () => rmSync(dataDir, { recursive: true, force: true }),
  };
}

/** Two shops behind a load balancer that asks each in turn. */
function alternating(programs: readonly Program[]): Pick<Program, 'url' | 'process'> {
  let calls = 0;
  const [first] = programs;
  if (!first) throw new Error('a shop');
  return {
    process: first.process,
    get url() {
      calls += 1;
      return programs[calls % programs.length]?.url ?? first.url;
    },
  };
}

type Sight = { longestMs: number; orders: number };

/** Watches the answered orders, until `stop`. */
function watchOrders(world: World) {
  const count = () => world.shoppers.filter(({ orderNumber }) => orderNumber !== null).length;
  const begun = count();
  let [last, lastAt, longestMs] = [begun, performance.now(), 0];
  const timer = setInterval(() => {
    const now = performance.now();
    if (count() > last) [last, lastAt] = [count(), now];
    longestMs = Math.max(longestMs, now - lastAt);
  }, 50);
  return {
    count,
    stop: (): Sight => {
      clearInterval(timer);
      return { longestMs, orders: count() - begun };
    },
  };
}

const publishes = (owner: Owner, round: number): Promise<boolean> =>
  owner.publishPrice(priceOf(round)).then(
    () => true,
    () => false,
  );

/** Megabytes of a shop, and its connections to the present primary. */
async function sizeOf(cluster: Cluster, programs: readonly Program[]): Promise<string> {
  const megabytes = await Promise.all(
    programs.map(async ({ url }) => {
      const metrics = await (await fetch(`${url}/metrics`)).text();
      return Math.round(Number(/^process_resident_memory_bytes (\S+)$/m.exec(metrics)?.[1]) / 2 ** 20);
    }),
  );
  return `${megabytes.join(' and ')} MB, ${await countConnections(cluster.url())} connections`;
}

/** HAProxy may still close connections to a former primary. */
async function countConnections(url: string): Promise<number> {
  let count = 0;
  await until('an answer of the database', async () => {
    const client = new pg.Client(url);
    client.on('error', () => {});
    try {
      await client.connect();
      const { rows } = await client.query("select count(*)::int as count from pg_stat_activity where datname = 'shop'");
      count = rows[0].count;
      return true;
    } catch {
      return false;
    } finally {
      await client.end().catch(() => {});
    }
  });
  return count;
}

keepFirstBrand();
const build = spawnSync(process.execPath, ['scripts/build.ts', '--if-stale'], { stdio: 'inherit' });
if (build.status !== 0) process.exit(1);

for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => process.exit(1));
const cluster = await Cluster.create();
let world: World | null = null;
const rows: string[][] = [];
try {
  await cluster.start();
  const setUp = new pg.Client(cluster.url());
  await setUp.connect();
  await setUp.query('create database shop');
  await setUp.end();
  world = await World.open(engineOn(cluster));
  const opened = world;
  const programs = [await opened.start(), await opened.start()];
  const shoppers = crowd(opened, alternating(programs));
  const owner = await Owner.signIn(programs[0] as Program);
  await until('orders', () => opened.shoppers.some(({ orderNumber }) => orderNumber !== null));
  for (let round = 0; round < rounds; round++) {
    const trial = asked[round % asked.length] as Trial;
    shoppers.refusals.length = 0;
    const watch = watchOrders(opened);
    const publish = publishes(owner, round);
    await trial.run(cluster);
    const enough = watch.count() + 10;
    await until('orders again', () => watch.count() >= enough, RECOVERY_MS);
    let helped: string[] = [];
    await until('a whole cluster', () => cluster.isWhole(), PATIENCE_MS).catch(async () => {
      helped = await cluster.help();
      await until('a whole cluster after help', () => cluster.isWhole(), RECOVERY_MS);
    });
    let tries = 1;
    for (let isPublished = await publish; !isPublished; tries++) {
      await pause(1_000);
      isPublished = await publishes(owner, round);
    }
    const { longestMs, orders } = watch.stop();
    const refusals = countUp(shoppers.refusals) || 'none';
    const row = [
      String(round + 1),
      trial.name,
      `${(longestMs / 1000).toFixed(1)} s`,
      String(orders),
      refusals,
      String(tries),
      helped.join(', ') || 'none',
    ];
    rows.push([...row, await sizeOf(cluster, programs)]);
    console.log(rows.at(-1)?.join(' · '));
  }
  await shoppers.stop();
  const [one, two] = programs as [Program, Program];
  await one.stop();
  const verdict = await opened.settle(two);
  const { paid, lost, doubled, mailsLost, mailsTwice, breaches } = verdict;
  const head = [
    '',
    'fault',
    'longest without an order',
    'orders',
    'calls refused, tried again',
    'tries of a publish',
    'helped after a minute',
    'afterwards',
  ];
  const body = [
    table(head, rows),
    `Together ${rows.length} faults and ${paid} paid orders: ${lost} lost, ${doubled} doubled, ${mailsLost} mails lost, ${mailsTwice} sent twice.`,
    ...breaches.map((breach) => `- ${breach.split('\n', 1)[0]}`),
  ].join('\n\n');
  console.log(`\n${body}`);
  if (rounds >= 20 && asked.length === TRIALS.length) writeSection('cluster', { title: 'Cluster', body }, 'cluster');
  process.exitCode = breaches.length === 0 ? 0 : 1;
} catch (error) {
  console.error(JSON.stringify(await cluster.members()), cluster.logs());
  throw error;
} finally {
  await world?.close();
}
process.exit();
