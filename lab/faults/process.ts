import { existsSync, readdirSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { sumUp } from '#lab/bench/report.ts';
import { aCart, aNewYorkAddress } from '#test/makers.ts';
import type { Program } from '#test/program.ts';
import { confirmOrder } from '#test/shopper.ts';
import { answeredOrders, countUp, crowd } from './crowd.ts';
import { BOTH, type Fault, type Lab } from './lab.ts';
import { pause, type Shopper, until, type World } from './world.ts';

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;

/** Loaded into the program: SIGUSR2 triggers it. */
const INJURIES = [
  {
    name: 'an error that nothing caught',
    code: 'Promise.reject(new Error("injected"))',
    flags: '',
    says: /"level":60/,
  },
  {
    name: 'out of memory',
    code: 'const all=[];for(;;)all.push(new Array(1e5).fill(Math.random()))',
    flags: '--max-old-space-size=128',
    says: /heap out of memory/,
  },
];

const crashes: Fault = {
  name: 'F11 uncaught error, out of memory, at once anew',
  engines: BOTH,
  tries: (rounds) => 2 * Math.ceil(rounds / 10),
  run: async (lab, tries) => {
    const world = await lab.world();
    for (let i = 0; i < tries; i++) {
      const injury = INJURIES[i % INJURIES.length];
      if (!injury) throw new Error('an injury');
      const { name, code, flags, says } = injury;
      const bomb = `process.on('SIGUSR2',()=>{${code}})`;
      const preload = `--import=data:text/javascript,${encodeURIComponent(bomb)}`;
      const program = await world.start({ NODE_OPTIONS: `${flags} ${preload}` });
      const load = crowd(world, program);
      const enough = answeredOrders(world) + 3;
      await until('orders under load', () => answeredOrders(world) >= enough);
      program.process.kill('SIGUSR2');
      const exit = await program.exited;
      await load.stop();
      lab.demand(exit !== 0 && says.test(program.output()), `${name}: ended with ${exit} and says nothing of it`);
    }
    await world.endLeases();
    await lab.settle(world);
  },
};

/** Its path on Debian and Fedora; `FAKETIME_LIB` for others. */
function faketimeLibrary(): string | null {
  const folders = ['/usr/lib', '/usr/lib64'].flatMap((lib) =>
    existsSync(lib) ? [lib, ...readdirSync(lib).map((name) => `${lib}/${name}`)] : [],
  );
  const places = folders.map((folder) => `${folder}/faketime/libfaketime.so.1`);
  return [process.env.FAKETIME_LIB ?? '', ...places].find((path) => path !== '' && existsSync(path)) ?? null;
}

const SKEWS = { '+6m': '6 min fast', '-6m': '6 min slow', '+1d': 'a day fast' };

function clockIsOff(skew: keyof typeof SKEWS): Fault {
  return {
    name: `F9 the clock is ${SKEWS[skew]}, then put right`,
    engines: BOTH,
    tries: (rounds) => Math.ceil(rounds / 10),
    obstacle: () => (faketimeLibrary() ? null : 'needs libfaketime (apt install faketime)'),
    run: async (lab, tries) => {
      for (let i = 0; i < tries; i++) await withWrongClock(lab, skew);
    },
  };
}

async function withWrongClock(lab: Lab, skew: keyof typeof SKEWS): Promise<void> {
  const world = await lab.world();
  const program = await world.start({
    LD_PRELOAD: faketimeLibrary() ?? '',
    FAKETIME: skew,
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
  });
  // By the browser's confirmation, by the provider's event, and by neither.
  await world.buy(program.url);
  const told = await begunAndLeft(world, program);
  told.pay();
  const event = world.stripe.eventsOf(told.paymentId ?? '').at(-1);
  const statuses = event ? await world.stripe.deliver(event, `${program.url}/api/stripe/webhook`, { tries: 1 }) : [];
  lab.note(`a webhook is answered ${statuses.join()}`);
  if (skew === '+6m' || skew === '+1d') {
    lab.demand(statuses[0] === 400, 'the clock was not off');
    lab.demand(/clock/.test(program.output()), 'nothing in the log speaks of the clock');
    // The owner gets a mail, once a day.
    world.extraMails += 1;
  }
  (await begunAndLeft(world, program)).pay();
  await world.reconcileOnce();
  const later = await begunAndLeft(world, program);
  // Mails claimed with the wrong clock, by a sender that is gone.
  const last = await begunAndLeft(world, program);
  last.pay();
  await last.confirm(program.url);
  await pause(60);
  await program.stop('SIGKILL');
  // A lease of the embedded database that is minutes ahead expires; one that is a day ahead is recognized as
  // impossible.
  if (skew !== '+1d') await world.endLeases();
  // With the right clock again: a payment of a closed tab is found by the reconciliation, within its usual time.
  const right = await world.start();
  later.pay();
  await lab.settle(world, right);
}

async function begunAndLeft(world: World, program: Program) {
  const shopper = world.newShopper();
  await shopper.begin(program.url);
  shopper.isGone = true;
  return shopper;
}

const CALLERS = 200;
const LATE = 40;

/** Endless calls from as many addresses as callers, with a real shop's limits. */
async function flood(program: Program, path: string, body: () => object | null, isOver: () => boolean) {
  const agent = new Agent({ keepAlive: true, maxSockets: CALLERS });
  const statuses: number[] = [];
  await Promise.all(
    Array.from({ length: CALLERS }, async (_, i) => {
      while (!isOver()) statuses.push(await callOnce(program.url + path, agent, `203.0.113.${i}`, body()));
    }),
  );
  agent.destroy();
  return statuses;
}

function callOnce(url: string, agent: Agent, address: string, body: object | null): Promise<number> {
  return new Promise((resolve) => {
    const headers = { 'content-type': 'application/json', 'x-forwarded-for': address };
    const call = request(url, { agent, method: body ? 'POST' : 'GET', ...(body && { headers }) }, (answer) => {
      answer.resume();
      answer.once('close', () => resolve(answer.statusCode ?? 0));
    });
    call.once('error', () => resolve(0));
    call.end(body ? JSON.stringify(body) : undefined);
  });
}

/** Pays, and delivers the provider's event once. */
async function tellOfPayment(world: World, program: Program, shopper: Shopper) {
  shopper.isGone = true;
  shopper.pay();
  const event = world.stripe.eventsOf(shopper.paymentId ?? '').at(-1);
  if (!event) throw new Error('an event');
  const begun = performance.now();
  const statuses = await world.stripe.deliver(event, `${program.url}/api/stripe/webhook`, { tries: 1 });
  return { statuses, times: [performance.now() - begun] };
}

/** The time of one webhook without other load. */
const USUAL_MS = 50;

const overload: Fault = {
  name: `F12 overload: ${2 * CALLERS} callers without pause`,
  engines: BOTH,
  isAlone: true,
  tries: () => 1,
  run: async (lab) => {
    // Behind a proxy and with a real shop's limits.
    const world = await lab.world({
      env: {
        TRUST_PROXY: 'loopback',
        LIMIT_RATES: '120',
        LIMIT_PAYMENT_STARTS: '60',
        LIMIT_PAYMENT_STARTS_OVERALL: '600',
        LIMIT_CONFIRMATIONS: '300',
        LIMIT_CHECKOUTS_AT_ONCE: '40',
      },
    });
    const program = await world.start();
    const shoppers = Array.from({ length: LATE }, () => world.newShopper());
    for (const shopper of shoppers) await shopper.begin(program.url);
    const alone: number[] = [];
    for (const shopper of shoppers.splice(0, 5)) alone.push(...(await tellOfPayment(world, program, shopper)).times);
    let isOver = false;
    const loads = [
      flood(
        program,
        '/shop',
        () => null,
        () => isOver,
      ),
      flood(
        program,
        '/api/shipping-rates',
        () => ({ items: aCart(), shippingAddress: aNewYorkAddress() }),
        () => isOver,
      ),
    ];
    await pause(1_000);
    const times: number[] = [];
    const statuses: number[] = [];
    for (const shopper of shoppers) {
      const told = await tellOfPayment(world, program, shopper);
      statuses.push(...told.statuses);
      times.push(...told.times);
      await pause(100);
    }
    isOver = true;
    const [pages = [], rates = []] = await Promise.all(loads);
    const wrong = [...pages, ...rates].filter((status) => ![200, 429, 503].includes(status));
    lab.demand(wrong.length === 0, `answers: ${countUp(wrong)}`);
    lab.demand(
      statuses.every((status) => status === 200),
      `webhooks: ${countUp(statuses)}`,
    );
    const { p50, p99 } = sumUp(times);
    // On a busy machine a single webhook takes longer too.
    const limitMs = 1_000 * Math.max(1, sumUp(alone).p50 / USUAL_MS);
    lab.demand(p99 < limitMs, `webhooks p99 ${p99.toFixed(0)} ms, more than ${limitMs.toFixed(0)}`);
    lab.note(`one webhook alone ${sumUp(alone).p50.toFixed(0)} ms`);
    lab.note(`webhooks p50 ${p50.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms, none failed`);
    lab.note(`rates: ${countUp(rates)}`);
    await lab.settle(world, program);
  },
};

/** Enough for 200 starts of 9 s, as on a busy machine; completed ones are judged. */
const KILLS_LIMIT_MS = 30 * 60_000;

const killsInARow: Fault = {
  name: 'F16 SIGKILL, and a start in the same moment',
  engines: ['pglite'],
  tries: (rounds) => 10 * rounds,
  run: async (lab, tries) => {
    const world = await lab.world();
    let program = await world.start();
    let shopper = await world.buy(program.url);
    let [slowest, kills] = [0, 0];
    const end = performance.now() + KILLS_LIMIT_MS;
    while (kills < tries && performance.now() < end) {
      // Not awaited: the next start finds it dying, or dead and not reaped.
      program.process.kill('SIGKILL');
      const begun = performance.now();
      program = await world.start();
      slowest = Math.max(slowest, performance.now() - begun);
      kills += 1;
      // The last answered order is still there, under its number.
      const { orderNumber } = await confirmOrder(program.url, shopper.paymentId ?? '');
      lab.demand(orderNumber === shopper.orderNumber, `after ${kills} kills ${shopper.orderNumber} is ${orderNumber}`);
      // Each tenth kill comes right after an order was answered.
      if (kills % 10 === 9) shopper = await world.buy(program.url);
      if (kills % 20 === 0) console.log(`        ${kills} of ${tries} kills, each start within ${seconds(slowest)}`);
    }
    lab.tried(kills);
    lab.note(`${kills} starts, none refused, each within ${seconds(slowest)}`);
    if (kills < tries) lab.note(`ended after ${KILLS_LIMIT_MS / 60_000} minutes, before ${tries} kills`);
    await program.stop('SIGKILL');
    await world.endLeases();
    await lab.settle(world);
  },
};

export const processFaults: readonly Fault[] = [
  killsInARow,
  crashes,
  clockIsOff('+6m'),
  clockIsOff('-6m'),
  clockIsOff('+1d'),
  overload,
];
