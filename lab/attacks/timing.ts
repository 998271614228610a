import { connect, type Socket } from 'node:net';
import { ms, sumUp } from '#lab/bench/report.ts';
import { hashPassword, verifyPassword } from '#server/features/admin/password.ts';
import type { Finding } from './finding.ts';
import { Gun, type SentRequest } from './fire.ts';

/* Timing measurements, for a separate run: on a busy machine they mean little. */

const JSON_HEADERS = { 'content-type': 'application/json' };
const ADDRESS = { addressLine1: '1 A St', city: 'Miami', state: 'FL', zipCode: '33101' };
/** A shopper's ordinary requests during an attack. */
const ORDINARY: SentRequest[] = [
  { method: 'GET', path: '/', headers: {}, body: null },
  { method: 'GET', path: '/api/store-locations', headers: {}, body: null },
  {
    method: 'POST',
    path: '/api/shipping-rates',
    headers: JSON_HEADERS,
    body: Buffer.from(JSON.stringify({ items: [{ id: 'box40', quantity: 1 }], shippingAddress: ADDRESS })),
  },
];
const SHOPPERS = 4;

/** Measures ordinary requests of a few shoppers, each sequentially, until stopped. */
function watchOrdinary(url: string): () => Promise<{ times: number[]; failed: number }> {
  const gun = new Gun(url, SHOPPERS);
  const times: number[] = [];
  let failed = 0;
  let isOver = false;
  const shopper = async (at: number) => {
    for (let i = at; !isOver; i++) {
      const answer = await gun.send(ORDINARY[i % ORDINARY.length] as SentRequest);
      if (answer.status === 200) times.push(answer.ms);
      else failed += 1;
    }
  };
  const shoppers = Array.from({ length: SHOPPERS }, (_, i) => shopper(i));
  return async () => {
    isOver = true;
    await Promise.all(shoppers);
    gun.close();
    return { times, failed };
  };
}

const wait = (time: number) => new Promise((done) => setTimeout(done, time));

/** 200 logins at once, five times: how long others wait meanwhile. */
export async function attackLogins(url: string): Promise<Finding[]> {
  const [volleys, together] = [5, 200];
  const calm = watchOrdinary(url);
  await wait(3_000);
  const before = sumUp((await calm()).times);
  const gun = new Gun(url, together);
  const watch = watchOrdinary(url);
  const statuses: Record<string, number> = {};
  for (let volley = 0; volley < volleys; volley++) {
    await Promise.all(
      Array.from({ length: together }, async (_, i) => {
        const headers = { ...JSON_HEADERS, 'x-forwarded-for': `10.${volley}.7.${i + 1}` };
        const body = Buffer.from(JSON.stringify({ password: `guess ${i} ${'x'.repeat(900)}` }));
        const { status } = await gun.send({ method: 'POST', path: '/api/admin/login', headers, body });
        statuses[status] = (statuses[status] ?? 0) + 1;
      }),
    );
    // One attempt regenerates every two seconds.
    await wait(2_000);
  }
  gun.close();
  const { times, failed } = await watch();
  const during = sumUp(times);
  const hits: string[] = [];
  if (during.p99 >= 300) hits.push(`other routes wait ${ms(during.p99)} ms (p99)`);
  if (failed > 0) hits.push(`${failed} ordinary requests failed`);
  if ((statuses[401] ?? 0) === 0) hits.push('no password was looked at, so nothing was tried');
  return [
    {
      row: 'S2',
      tried: `${together} logins at once, ${volleys} times (${tell(statuses)})`,
      tries: volleys * together,
      result: `p99 of other routes ${ms(during.p99)} ms (limit 300; without logins ${ms(before.p99)})`,
      hits,
    },
  ];
}

const tell = (statuses: Record<string, number>) =>
  Object.entries(statuses)
    .map(([status, count]) => `${count} × ${status}`)
    .join(', ');

/** 2 × 500 wrong passwords, similar and different: Welch's t of their times. */
export async function attackTiming(): Promise<Finding[]> {
  const samples = 500;
  const password = 'guava and crackers, forty to a box';
  const hash = await hashPassword(password);
  const near = `${password.slice(0, -1)}X`;
  const time = async (guess: string, isRight: (guess: string) => Promise<boolean>) => {
    const start = process.hrtime.bigint();
    await isRight(guess);
    return Number(process.hrtime.bigint() - start) / 1e6;
  };
  const compare = async (isRight: (guess: string) => Promise<boolean>) => {
    const [first, second]: [number[], number[]] = [[], []];
    for (let i = 0; i < samples; i++) {
      // Alternating, in both orders, so that other load affects both alike.
      const kinds = [
        () => time(near, isRight).then((t) => first.push(t)),
        () => time('x', isRight).then((t) => second.push(t)),
      ];
      for (const kind of i % 2 ? kinds : kinds.reverse()) await kind();
    }
    return { t: welch(first, second), near: mean(first), far: mean(second) };
  };
  const found = await compare((guess) => verifyPassword(hash, guess));
  // A check that stops at the first wrong letter.
  const control = await compare(async (guess) => guess[0] === password[0] && verifyPassword(hash, guess));
  const hits: string[] = [];
  if (Math.abs(found.t) > 4.5) hits.push(`nearly right ones take another time: t = ${found.t.toFixed(1)}`);
  if (Math.abs(control.t) < 4.5) hits.push('the control, which gives up early, was not found');
  return [
    {
      row: 'S3',
      tried: `2 × ${samples} wrong passwords, nearly right and not at all, in turns`,
      tries: 2 * samples,
      result: `means ${ms(found.near)} and ${ms(found.far)} ms, t = ${found.t.toFixed(1)} (limit 4.5; a check that gives up early: ${control.t.toFixed(0)})`,
      hits,
    },
  ];
}

const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
function welch(a: number[], b: number[]): number {
  const part = (values: number[]) => {
    const m = mean(values);
    return values.reduce((sum, value) => sum + (value - m) ** 2, 0) / (values.length - 1) / values.length;
  };
  return (mean(a) - mean(b)) / Math.sqrt(part(a) + part(b));
}

/** 200 connections that send a byte now and then: how long others wait, compared with an idle server. */
export async function attackSlowly(url: string): Promise<Finding[]> {
  const count = 200;
  const windowMs = 4_000;
  const window = async () => {
    const stop = watchOrdinary(url);
    await wait(windowMs);
    const { times, failed } = await stop();
    return { p99: sumUp(times).p99, failed };
  };
  const rounds: { calm: number; slow: number; failed: number }[] = [];
  // Alternating, because the machine's load varies.
  for (let round = 0; round < 3; round++) {
    const calm = await window();
    const drip = startDrip(Number(new URL(url).port), count);
    const slow = await window();
    drip.stop();
    rounds.push({ calm: calm.p99, slow: slow.p99, failed: slow.failed });
  }
  const best = (pick: (round: (typeof rounds)[number]) => number) => Math.min(...rounds.map(pick));
  const [calm, slow] = [best((round) => round.calm), best((round) => round.slow)];
  const failed = rounds.reduce((sum, round) => sum + round.failed, 0);
  const hits: string[] = [];
  if (slow >= 2 * calm) hits.push(`others wait ${(slow / calm).toFixed(1)} times as long`);
  if (failed > 0) hits.push(`${failed} ordinary requests failed`);
  return [
    {
      row: 'W6',
      tried: `${count} connections that send a byte of a header each 250 ms, in three rounds`,
      tries: 3 * count,
      result: `p99 of other requests ${ms(slow)} ms, without ${ms(calm)} (limit: twice; the best of three rounds each)`,
      hits,
    },
  ];
}

function startDrip(port: number, count: number): { stop(): void } {
  const sockets: Socket[] = Array.from({ length: count }, () => {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => {});
    socket.resume();
    socket.write('POST /api/shipping-rates HTTP/1.1\r\nHost: localhost\r\nX-Slow: ');
    return socket;
  });
  const timer = setInterval(() => {
    for (const socket of sockets) if (socket.writable) socket.write('x');
  }, 250);
  return {
    stop: () => {
      clearInterval(timer);
      for (const socket of sockets) socket.destroy();
    },
  };
}

/** Bodies that keep a parser busy: the time of the whole answer, sending included, is an upper bound. */
export async function attackParser(url: string): Promise<Finding[]> {
  const bodies: Record<string, string> = {
    'arrays 30,000 deep': '['.repeat(30_000) + ']'.repeat(30_000),
    'objects 10,000 deep': `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`,
    '6,000 keys': `{${Array.from({ length: 6_000 }, (_, i) => `"k${i}":1`).join()}}`,
    'a number of 60,000 digits': `{"items":${'9'.repeat(60_000)}}`,
    '9,000 escapes': `{"items":"${'\\u0000'.repeat(9_000)}"}`,
    '3,000 lines of a cart': `{"items":[${Array(3_000).fill('{"id":"a"}').join()}]}`,
    '3,000 faults': `{"items":[${Array(3_000).fill('{"id":1}').join()}],"shippingAddress":{}}`,
  };
  const times = 10;
  const gun = new Gun(url, 1);
  const hits: string[] = [];
  let slowest = { what: '', time: 0 };
  for (const [what, body] of Object.entries(bodies)) {
    let fastest = Number.POSITIVE_INFINITY;
    for (let i = 0; i < times; i++) {
      const answer = await gun.send({
        method: 'POST',
        path: '/api/shipping-rates',
        headers: JSON_HEADERS,
        body: Buffer.from(body),
      });
      if (answer.status < 400 || answer.status >= 500) hits.push(`${what} answered ${answer.status}`);
      fastest = Math.min(fastest, answer.ms);
    }
    if (fastest > slowest.time) slowest = { what, time: fastest };
    if (fastest >= 50) hits.push(`${what} took ${ms(fastest)} ms`);
  }
  gun.close();
  return [
    {
      row: 'I11',
      tried: `${Object.keys(bodies).length} bodies of 60 KB made to hurt, ${times} times each`,
      tries: Object.keys(bodies).length * times,
      result: `refused in ${ms(slowest.time)} ms at most, sending included (${slowest.what}; limit 50; fastest of ${times})`,
      hits,
    },
  ];
}
