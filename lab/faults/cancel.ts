import { sql } from 'drizzle-orm';
import type { OrderDetail } from '#shared/orders/admin-orders.ts';
import { ShippoStandIn } from '#test/stand-ins/shippo.ts';
import { deskOf, dieDuring, endWaiting } from './desk.ts';
import { BOTH, type Fault, type Lab } from './lab.ts';
import { until, type World } from './world.ts';

/** Where the program dies while a label is bought, or its order cancelled. */
const POINTS = {
  'label bought': 'labels',
  'label noted': 'labels',
  'cancel begun': 'cancel',
  'cancel written': 'cancel',
  'refund made': 'cancel',
  'refund noted': 'cancel',
  'void made': 'cancel',
  'void noted': 'cancel',
} as const;
type Point = keyof typeof POINTS;

async function killOnce(lab: Lab, world: World, shippo: ShippoStandIn, point: Point): Promise<void> {
  const press = POINTS[point];
  const shopper = await dieDuring(world, point, press, { before: press === 'cancel' ? 'labels' : undefined });
  await endWaiting(world);
  const program = await world.start();
  const { press: pressAgain, read } = await deskOf(program, shopper);
  if (press === 'labels') {
    await until('the label', async () => (await read()).labels.some(({ state }) => state === 'bought'));
    await until('its number', async () => (await read()).trackingNumber !== null);
  } else {
    const isBegun = (await read()).status === 'cancelled';
    lab.demand(isBegun === (point !== 'cancel begun'), `at "${point}" the order was ${isBegun ? '' : 'not '}cancelled`);
    // The owner sees that nothing has happened, or presses twice.
    await pressAgain('cancel');
    const isDone = ({ refunds, labels }: OrderDetail) =>
      refunds.every(({ state }) => state === 'succeeded') && labels.every(({ state }) => state === 'voided');
    await until('refund and void', async () => isDone(await read()));
  }
  const { totalAmount, refundedAmount, trackingNumber, status, labels, emails } = await read();
  await program.stop();
  const isCanceled = press === 'cancel';
  const atStripe = world.stripe.refundsOf(shopper.paymentId ?? '').map(({ amount }) => amount);
  const owed = isCanceled ? [Math.round(Number(totalAmount) * 100)] : [];
  lab.demand(atStripe.join() === owed.join(), `N11: paid back [${atStripe}] cents of [${owed}]`);
  lab.demand(refundedAmount === (isCanceled ? totalAmount : '0.00'), `N11: the books say ${refundedAmount}`);
  lab.demand(labels.length === 1, `N13: the order has ${labels.length} labels`);
  const isUsed = status === 'shipped' && trackingNumber !== null;
  lab.demand(isUsed !== isCanceled, `the order is ${status} with the number ${trackingNumber}`);
  const told = emails.filter(({ templateKey }) => templateKey === 'order_cancellation').length;
  lab.demand(told === (isCanceled ? 1 : 0), `${told} mails say that it is cancelled`);
  const [bought, voids] = [shippo.bought.length, Object.keys(shippo.voids).length];
  const rounds = world.shoppers.length;
  lab.demand(bought === rounds, `N13: ${rounds} presses bought ${bought} labels`);
  lab.demand(voids === (isCanceled ? rounds : 0), `N13: ${voids} voids of ${rounds} labels`);
}

/**
 * The control: the same kill in a shop that does not store a row before it asks the carrier. The second press must buy
 * a second label there, or the row proves nothing.
 */
async function buyWithoutRow(world: World, shippo: ShippoStandIn): Promise<void> {
  const shopper = await dieDuring(world, 'label bought', 'labels');
  await world.engine.read((db) => db.execute(sql`delete from labels`));
  const program = await world.start();
  await (await deskOf(program, shopper)).press('labels');
  await program.stop();
  if (shippo.bought.length < 2) throw new Error('the control bought one label too: its row was not missed');
}

/** P36: repeated SIGKILL at one point. */
function killAt(point: Point): Fault {
  return {
    name: `P36 ${point}`,
    engines: BOTH,
    tries: (rounds) => rounds,
    run: async (lab, tries) => {
      const shippo = await ShippoStandIn.start();
      const careless = await ShippoStandIn.start();
      try {
        const world = await lab.world({ env: shippo.env() });
        for (let round = 0; round < tries; round++) await killOnce(lab, world, shippo, point);
        if (point !== 'label bought') return;
        await buyWithoutRow(await lab.world({ env: careless.env() }), careless);
        lab.note(`control without the row written first: ${careless.bought.length} labels of one order`);
      } finally {
        await Promise.all([shippo.close(), careless.close()]);
      }
    },
  };
}

export const cancelFaults: readonly Fault[] = (Object.keys(POINTS) as Point[]).map(killAt);
