import type { Program } from '#test/program.ts';
import { answeredOrders, BROKEN, crowd } from './crowd.ts';
import { BOTH, type Fault, type Lab } from './lab.ts';
import type { Evidence } from './verdict.ts';
import { pause, type Shopper, until, type World } from './world.ts';

const PRELOAD = new URL('./fail-points.ts', import.meta.url).href;

/** Who reports the payment: the browser, the provider, or nobody, so that the reconciliation finds it. */
const SOURCES = ['confirm', 'webhook', 'sweep'] as const;

type Point = {
  name: string;
  /** Brings the shop to the point; requests that are cut off meanwhile are not errors. */
  act(world: World, program: Program, shopper: Shopper, round: number): Promise<unknown>;
  /** Whether the kill hit this point; otherwise it happened elsewhere. */
  holdsAtDeath(evidence: Evidence, shopper: Shopper): boolean;
};

const checkoutsWithPayment = ({ checkouts }: Evidence) => checkouts.filter((row) => row.paymentIntentId !== null);

async function payThrough(world: World, program: Program, shopper: Shopper, round: number): Promise<void> {
  const source = SOURCES[round % SOURCES.length];
  if (source === 'webhook') world.webhookUrl = program.url;
  await shopper.begin(program.url);
  shopper.isGone = source !== 'confirm';
  shopper.pay();
  if (source === 'confirm') await shopper.confirm(program.url);
}

const buy = (_world: World, program: Program, shopper: Shopper) => shopper.finish(program.url);

const POINTS: readonly Point[] = [
  {
    name: 'draft saved',
    act: (_world, program, shopper) => shopper.begin(program.url),
    holdsAtDeath: (found) =>
      found.checkouts.length === 1 && checkoutsWithPayment(found).length === 0 && found.payments.length === 0,
  },
  {
    name: 'PI made',
    act: (_world, program, shopper) => shopper.begin(program.url),
    holdsAtDeath: (found) => checkoutsWithPayment(found).length === 0 && found.payments.length === 1,
  },
  {
    name: 'PI id saved',
    act: (_world, program, shopper) => shopper.begin(program.url),
    holdsAtDeath: (found, shopper) => checkoutsWithPayment(found).length === 1 && shopper.paymentId === null,
  },
  {
    name: 'reply sent',
    act: async (_world, program, shopper) => {
      await shopper.begin(program.url);
      await program.stop('SIGKILL');
      // The page is still open, and the card goes to the provider, not to the shop.
      shopper.pay();
      shopper.isGone = true;
    },
    holdsAtDeath: (found, shopper) => shopper.isPaid && found.orders.length === 0,
  },
  {
    name: 'PI read in confirm',
    act: payThrough,
    holdsAtDeath: (found, shopper) => shopper.isPaid && found.orders.length === 0,
  },
  {
    name: 'before commit',
    act: payThrough,
    holdsAtDeath: (found, shopper) => shopper.isPaid && found.orders.length === 0 && found.emails.length === 0,
  },
  {
    name: 'after commit',
    act: payThrough,
    holdsAtDeath: (found, shopper) =>
      found.orders.length === 1 && found.emails.length === 2 && shopper.orderNumber === null,
  },
  {
    name: 'mail claimed',
    act: buy,
    holdsAtDeath: (found) => found.delivered.length === 0 && found.emails.every(({ status }) => status === 'queued'),
  },
  {
    name: 'SMTP accepted',
    act: buy,
    holdsAtDeath: (found) => found.delivered.length > 0 && found.emails.every(({ status }) => status === 'queued'),
  },
  {
    name: 'mail marked',
    act: buy,
    holdsAtDeath: (found) => found.delivered.length > 0 && found.emails.some(({ status }) => status === 'sent'),
  },
];

/** A program that dies at this point of `fail-points.ts`, once it is armed. */
export function startToKill(world: World, point: string): Promise<Program> {
  // From its sources, because in the bundle the driver is not a separate module that could be watched.
  return world.start({ NODE_OPTIONS: `--import=${PRELOAD}`, FAIL_POINT: point }, { main: 'server/main.ts' });
}

export async function arm(program: Program): Promise<void> {
  program.process.kill('SIGUSR2');
  await until('arming', () => program.output().includes('armed\n'));
}

/** Starts, which recovers from the previous kill, brings the shop to the point, and waits for the kill. */
async function killOnce(lab: Lab, world: World, point: Point, round: number): Promise<Shopper> {
  const isFromOutside = point.name === 'reply sent';
  const program = isFromOutside ? await world.start() : await startToKill(world, point.name);
  if (!isFromOutside) await arm(program);
  const shopper = world.newShopper();
  await point.act(world, program, shopper, round).catch(() => {});
  await until(`death at "${point.name}"`, () => program.process.signalCode !== null);
  await program.exited;
  world.webhookUrl = null;
  const isThere = isFromOutside || program.output().includes(`killed at: ${point.name}`);
  lab.demand(isThere && program.process.signalCode === 'SIGKILL', `kill ${round} was not at "${point.name}"`);
  return shopper;
}

/** P23: repeated SIGKILL at one point. */
function killAt(point: Point): Fault {
  return {
    name: `P23 ${point.name}`,
    engines: BOTH,
    tries: (rounds) => rounds,
    run: async (lab, tries) => {
      const world = await lab.world();
      for (let round = 0; round < tries; round++) {
        const shopper = await killOnce(lab, world, point, round);
        if (round === 0) lab.demand(point.holdsAtDeath(await world.evidence(), shopper), `not dead at "${point.name}"`);
      }
      await world.endLeases();
      await lab.settle(world);
    },
  };
}

const DAILY = new Set([
  'draft saved',
  'PI made',
  'PI read in confirm',
  'before commit',
  'after commit',
  'mail claimed',
  'SMTP accepted',
]);

/** Some points in one world, for the daily tests. */
export const somePointsOnce: Fault = {
  name: `P23 ${[...DAILY].join(', ')}`,
  engines: BOTH,
  tries: () => DAILY.size,
  run: async (lab) => {
    const world = await lab.world();
    for (const point of POINTS) if (DAILY.has(point.name)) await killOnce(lab, world, point, 0);
    await world.endLeases();
    await lab.settle(world);
  },
};

const randomKills: Fault = {
  name: 'F1 SIGKILL at random under load',
  engines: BOTH,
  tries: (rounds) => rounds,
  run: async (lab, tries) => {
    const world = await lab.world();
    for (let round = 0; round < tries; round++) {
      const program = await world.start();
      const load = crowd(world, program);
      // In the middle of the work, at another point each time.
      const enough = answeredOrders(world) + 1 + Math.floor(Math.random() * 8);
      await until('orders under load', () => answeredOrders(world) >= enough);
      await pause(Math.random() * 50);
      await program.stop('SIGKILL');
      await load.stop();
      const refusals = load.refusals.filter((answer) => answer !== BROKEN);
      lab.demand(refusals.length === 0, `the shop refused with ${[...new Set(refusals)].join(', ')}`);
    }
    const answered = answeredOrders(world);
    // In a long run the leases of killed senders expire after a minute.
    if (tries < 10) await world.endLeases();
    await lab.settle(world);
    lab.note(`${answered} orders answered before a kill`);
  },
};

const FIRST_STARTS = 14;

const firstStarts: Fault = {
  name: 'F2 SIGKILL in the first start',
  engines: BOTH,
  tries: (rounds) => Math.min(FIRST_STARTS, rounds),
  run: async (lab, tries) => {
    let early = 0;
    for (let i = 0; i < tries; i++) {
      const world = await lab.world({ isEmpty: true });
      const first = await world.spawn();
      await pause(150 + ((i * 200) % 2_800));
      if (!first.output().includes('open ')) early += 1;
      await first.stop('SIGKILL');
      const second = await world.start();
      await world.buy(second.url);
      await lab.settle(world, second);
      await world.close();
    }
    lab.note(`${early} before the shop was open`);
  },
};

const paidWhileDown: Fault = {
  name: 'P5 paid while the shop is down',
  engines: BOTH,
  tries: (rounds) => rounds,
  run: async (lab, tries) => {
    const world = await lab.world();
    const first = await world.start();
    const shoppers = Array.from({ length: tries }, () => world.newShopper());
    await Promise.all(shoppers.map((shopper) => shopper.begin(first.url)));
    await first.stop('SIGKILL');
    for (const shopper of shoppers) {
      shopper.pay();
      shopper.isGone = true;
    }
    const begun = performance.now();
    const second = await world.start();
    await world.reconcileOnce();
    lab.note(`all booked ${((performance.now() - begun) / 1000).toFixed(1)} s after the start`);
    await lab.settle(world, second);
  },
};

export const killFaults: readonly Fault[] = [...POINTS.map(killAt), paidWhileDown, randomKills, firstStarts];
