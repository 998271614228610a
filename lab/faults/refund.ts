import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { deskOf, dieDuring, endWaiting } from './desk.ts';
import { BOTH, type Fault, type Lab } from './lab.ts';
import { type Shopper, until, type World } from './world.ts';

/** Where the program dies during a partial refund, and its fail point. */
const POINTS = {
  'refund begun': 'cancel begun',
  'refund written': 'cancel written',
  'refund made': 'refund made',
  'refund noted': 'refund noted',
} as const;
type Point = keyof typeof POINTS;

const CENTS = 500;
const AMOUNT = '5.00';

/** One request with its idempotency key; repetitions use the same key. */
function newPress() {
  return { body: { amount: AMOUNT }, headers: { 'idempotency-key': randomUUID() } };
}

const paidBack = (world: World, { paymentId }: Shopper) =>
  world.stripe.refundsOf(paymentId ?? '').map(({ amount }) => amount);

async function killOnce(lab: Lab, world: World, point: Point): Promise<void> {
  const press = newPress();
  const shopper = await dieDuring(world, POINTS[point], 'refunds', { press });
  const atDeath = paidBack(world, shopper).length;
  const isMade = point === 'refund made' || point === 'refund noted';
  lab.demand(atDeath === (isMade ? 1 : 0), `at "${point}" the provider had ${atDeath} refunds`);
  await endWaiting(world);
  const program = await world.start();
  const desk = await deskOf(program, shopper);
  const isBegun = (await desk.read()).refunds.length === 1;
  lab.demand(isBegun === (point !== 'refund begun'), `at "${point}" the refund was ${isBegun ? '' : 'not '}written`);
  // The screen has had no answer, and repeats its request.
  await desk.press('refunds', press);
  await until('the refund', async () => (await desk.read()).refunds.every(({ state }) => state === 'succeeded'));
  await world.reconcileOnce();
  const { refundedAmount, refunds, emails } = await desk.read();
  await program.stop();
  const made = paidBack(world, shopper);
  lab.demand(made.join() === String(CENTS), `N11: paid back [${made}] cents of [${CENTS}]`);
  lab.demand(refundedAmount === AMOUNT && refunds.length === 1, `N11: the books say ${refundedAmount}`);
  const told = emails.filter(({ templateKey }) => templateKey === 'refund_confirmation').length;
  lab.demand(told === 1, `${told} mails say that it is paid back`);
  world.extraMails += told;
}

/**
 * The control: the same kill in a shop that does not store a row before it asks the provider. The second press must
 * refund a second time, or the row proves nothing.
 */
async function payBackWithoutRow(world: World): Promise<number> {
  const press = newPress();
  const shopper = await dieDuring(world, 'refund made', 'refunds', { press });
  await world.engine.read((db) => db.execute(sql`delete from refunds`));
  const program = await world.start();
  await (await deskOf(program, shopper)).press('refunds', press);
  await program.stop();
  const made = paidBack(world, shopper).length;
  if (made < 2) throw new Error('the control paid back once too: its row was not missed');
  return made;
}

/** P31: repeated SIGKILL at one point of a refund. */
function killAt(point: Point): Fault {
  return {
    name: `P31 ${point}`,
    engines: BOTH,
    tries: (rounds) => rounds,
    run: async (lab, tries) => {
      const world = await lab.world();
      for (let round = 0; round < tries; round++) await killOnce(lab, world, point);
      await world.endLeases();
      await lab.settle(world);
      if (point !== 'refund made') return;
      const made = await payBackWithoutRow(await lab.world());
      lab.note(`control without the row written first: ${made} refunds of one press`);
    },
  };
}

export const refundFaults: readonly Fault[] = (Object.keys(POINTS) as Point[]).map(killAt);
