import { sumUp } from '#lab/bench/report.ts';
import type { Program } from '#test/program.ts';
import { type FaultMode, FaultProxy } from '#test/stand-ins/fault-proxy.ts';
import { ShippoStandIn } from '#test/stand-ins/shippo.ts';
import { countUp, lookAround } from './crowd.ts';
import { BOTH, type Fault, type Lab } from './lab.ts';
import type { World } from './world.ts';

const SLOW_MS = 30_000;
const MODES: readonly FaultMode[] = ['slow', 'black-hole', 'reset', 'reset-after-reply', 'trickle'];
const SHOPPERS = 4;

/** The status of a failing call, and its duration. */
async function refusal(call: Promise<unknown>): Promise<{ status: number; ms: number }> {
  const begun = performance.now();
  const status = await call.then(
    () => 200,
    (error: unknown) => Number(/answered (\d+)/.exec(String(error))?.[1] ?? 0),
  );
  return { status, ms: performance.now() - begun };
}

type Spoilt = {
  /** What shoppers try during the provider's failure. */
  attempts(program: Program): Promise<unknown>[];
  /** The longest that a shopper may wait for an answer, in milliseconds. */
  limitMs: number;
};

/** Puts the provider behind a proxy that fails in each mode in turn, and checks the rest of the shop meanwhile. */
async function spoil(lab: Lab, world: World, program: Program, proxy: FaultProxy, spoilt: Spoilt): Promise<void> {
  const refusals: number[] = [];
  let slowest = 0;
  const pages = lookAround(program, ['/shop', '/api/store-locations', '/readyz']);
  for (const mode of MODES) {
    proxy.set(mode, SLOW_MS);
    const found = await Promise.all(spoilt.attempts(program).map(refusal));
    for (const { status, ms } of found) {
      refusals.push(status);
      slowest = Math.max(slowest, ms);
    }
    proxy.set('pass');
  }
  const times = await pages.stop();
  lab.demand(
    refusals.every((status) => status === 502 || status === 504),
    `answers while it fails: ${countUp(refusals)}`,
  );
  // On a busy machine everything is late, including what does not involve the provider.
  const isLate = slowest > spoilt.limitMs + Math.max(...times);
  lab.demand(!isLate, `an answer took ${slowest.toFixed(0)} ms`);
  const wrong = [...pages.statuses.keys()].filter((seen) => !seen.endsWith(' 200'));
  lab.demand(wrong.length === 0, `the rest of the shop: ${wrong.join(', ')}`);
  lab.note(`${countUp(refusals)}, after at most ${(slowest / 1000).toFixed(1)} s`);
  lab.note(`the rest meanwhile p99 ${sumUp(times).p99.toFixed(0)} ms`);
  await lab.settle(world, program);
}

const stripeFails: Fault = {
  name: 'P19 Stripe slow, silent, cut off, answers lost, dripping',
  engines: BOTH,
  tries: () => MODES.length,
  run: async (lab) => {
    const world = await lab.world();
    const proxy = await FaultProxy.start(world.stripe.url);
    const program = await world.start({ STRIPE_API_URL: proxy.url });
    await spoil(lab, world, program, proxy, {
      limitMs: 12_000,
      attempts: () => Array.from({ length: SHOPPERS }, () => world.newShopper().begin(program.url)),
    });
    await proxy.close();
  },
};

const stripeFailsLate: Fault = {
  name: 'P19 the same between payment and order',
  engines: BOTH,
  tries: () => MODES.length,
  run: async (lab) => {
    const world = await lab.world();
    const proxy = await FaultProxy.start(world.stripe.url);
    // The reconciliation is slow here, so that confirm meets the fault.
    const program = await world.start({ STRIPE_API_URL: proxy.url, SWEEP_SECONDS: '2' });
    const ready = Array.from({ length: SHOPPERS * MODES.length }, () => world.newShopper());
    for (const shopper of ready) {
      await shopper.begin(program.url);
    }
    await spoil(lab, world, program, proxy, {
      limitMs: 12_000,
      attempts: () =>
        ready.splice(0, SHOPPERS).map((shopper, i) => {
          shopper.pay();
          shopper.isGone = i % 2 === 1;
          return shopper.confirm(program.url);
        }),
    });
    await proxy.close();
  },
};

const shippoFails: Fault = {
  name: 'I5 Shippo slow, silent, cut off, answers lost, dripping',
  engines: BOTH,
  tries: () => MODES.length,
  run: async (lab) => {
    const world = await lab.world();
    const shippo = await ShippoStandIn.start();
    const proxy = await FaultProxy.start(shippo.url);
    const program = await world.start(shippo.env(proxy.url));
    await spoil(lab, world, program, proxy, {
      limitMs: 8_000,
      attempts: () => Array.from({ length: SHOPPERS }, () => world.newShopper().begin(program.url)),
    });
    await proxy.close();
    await shippo.close();
  },
};

export const providerFaults: readonly Fault[] = [stripeFails, stripeFailsLate, shippoFails];
