import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { afterEach, expect, test } from 'vitest';
import { DECLINES } from '#server/features/settlement/declines/watch.ts';
import { reconcileCheckouts } from '#server/features/settlement/reconcile.ts';
import { cardDeclines } from '#server/features/settlement/schema.ts';
import { ATTEMPT_HEADER, PROOF_HEADER, type ProofChallenge } from '#shared/checkout/checkout.ts';
import { keepHouse, startTestApp, type TestApp } from '#test/app.ts';
import { aPaymentStart, NO_LIMITS, post } from '#test/makers.ts';
import { databaseForAll } from '#test/shop.ts';
import { usedProofs } from './schema.ts';

const MINUTE = 60_000;

const database = databaseForAll();
let shop: TestApp;
afterEach(() => shop.close());

/** Declines this many cards within the hour and refreshes the shop's counts. */
async function decline(count: number): Promise<void> {
  const createdAt = shop.clock.now();
  const rows = Array.from({ length: count }, (_, i) => ({
    eventId: `evt_${i}`,
    paymentIntentId: `pi_${i}`,
    createdAt,
  }));
  await shop.deps.db.insert(cardDeclines).values(rows);
  await reconcileCheckouts(shop.deps);
}

async function start(attempt?: string, proof?: string, at = shop) {
  return post(at, '/api/create-payment-intent', await aPaymentStart(at), {
    ...(attempt && { [ATTEMPT_HEADER]: attempt }),
    ...(proof !== undefined && { [PROOF_HEADER]: proof }),
  });
}

async function challengeFor(attempt?: string): Promise<ProofChallenge> {
  const answer = await start(attempt);
  expect(answer.statusCode).toBe(428);
  return answer.json<{ challenge: ProofChallenge }>().challenge;
}

const encode = (proof: unknown) => btoa(JSON.stringify(proof));

async function solve(challenge: ProofChallenge) {
  const solution = await solveChallenge({ challenge, deriveKey });
  if (!solution) throw new Error('not solved');
  return { challenge, solution };
}

test('a proof of work is required of every start only from the decline limit on, until declines fall (P29)', async () => {
  shop = await startTestApp({ database, env: NO_LIMITS });
  await decline(DECLINES.overall - 1);
  expect((await start()).statusCode).toBe(200);
  await shop.deps.db
    .insert(cardDeclines)
    .values({ eventId: 'evt', paymentIntentId: 'pi', createdAt: shop.clock.now() });
  await reconcileCheckouts(shop.deps);
  const refused = await start();
  expect(refused.statusCode).toBe(428);
  expect(refused.json()).toEqual({
    message: expect.stringMatching(/^Your browser could not start the payment\..*@/),
    code: 'proof_required',
    challenge: {
      parameters: expect.objectContaining({ keyPrefix: expect.any(String) }),
      signature: expect.any(String),
    },
  });
  expect(refused.headers['set-cookie']).toBeUndefined();
  shop.clock.advance(61 * MINUTE);
  await reconcileCheckouts(shop.deps);
  expect((await start()).statusCode).toBe(200);
});

test('a solution starts one payment of its attempt, once, also at another instance', async () => {
  shop = await startTestApp({ database, env: NO_LIMITS });
  await decline(DECLINES.overall);
  const [attempt, other] = [crypto.randomUUID(), crypto.randomUUID()];
  const proof = encode(await solve(await challengeFor(attempt)));
  expect((await start(other, proof)).statusCode).toBe(428);
  expect((await start(undefined, proof)).statusCode).toBe(428);
  const twin = await startTestApp({ database, env: NO_LIMITS });
  try {
    await reconcileCheckouts(twin.deps);
    expect((await start(attempt, undefined, twin)).statusCode).toBe(428);
    const both = await Promise.all([start(attempt, proof), start(attempt, proof, twin)]);
    expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 428]);
  } finally {
    await twin.close();
  }
  expect((await start(attempt, proof)).statusCode).toBe(428);
  expect(await shop.deps.metrics.registry.text()).toContain('shop_payment_proofs_total{outcome="refused"}');
});

test('without an attempt a solution counts once, too', async () => {
  shop = await startTestApp({ database, env: NO_LIMITS });
  await decline(DECLINES.overall);
  const proof = encode(await solve(await challengeFor()));
  expect([(await start(undefined, proof)).statusCode, (await start(undefined, proof)).statusCode]).toEqual([200, 428]);
});

test('a late solution does not count, nor one of a clock that was ahead; used ones are forgotten', async () => {
  shop = await startTestApp({ database, env: NO_LIMITS });
  await decline(DECLINES.overall);
  const attempt = crypto.randomUUID();
  const [late, ahead, good] = [
    await solve(await challengeFor(attempt)),
    await solve(await challengeFor(attempt)),
    await solve(await challengeFor(attempt)),
  ].map(encode);
  shop.clock.advance(-MINUTE);
  expect((await start(attempt, ahead)).statusCode).toBe(428);
  shop.clock.advance(2 * MINUTE);
  expect((await start(attempt, good)).statusCode).toBe(200);
  expect(await shop.deps.db.select().from(usedProofs)).toHaveLength(1);
  shop.clock.advance(5 * MINUTE);
  expect((await start(attempt, late)).statusCode).toBe(428);
  await keepHouse(shop);
  expect(await shop.deps.db.select().from(usedProofs)).toEqual([]);
});

test('forged, changed and broken solutions do not count', async () => {
  shop = await startTestApp({ database, env: NO_LIMITS });
  await decline(DECLINES.overall);
  const attempt = crypto.randomUUID();
  const solved = await solve(await challengeFor(attempt));
  const { challenge, solution } = solved;
  const { parameters } = challenge;
  const easier = { ...challenge, parameters: { ...parameters, keyPrefix: '00', cost: 1 } };
  const { keySignature: _, ...unsigned } = parameters as Record<string, unknown>;
  const later = { ...parameters, data: { ...parameters.data, expires: parameters.data.expires + 1 } };
  const forged = [
    await solve(easier),
    { challenge: { ...challenge, parameters: unsigned }, solution },
    { challenge: { ...challenge, parameters: later }, solution },
    { challenge: { ...challenge, signature: '0'.repeat(64) }, solution },
    { challenge: { ...challenge, signature: '' }, solution },
    { challenge, solution: { ...solution, derivedKey: `${parameters.keyPrefix}${'0'.repeat(32)}` } },
    { challenge, solution: { ...solution, derivedKey: '' } },
    { challenge, solution: {} },
    { challenge },
    null,
  ];
  for (const proof of [...forged.map(encode), '', '%', '\u00ff', 'x'.repeat(4_000)]) {
    expect((await start(attempt, proof)).statusCode, proof).toBe(428);
  }
  expect((await start(attempt, 'x'.repeat(4_001))).statusCode).toBe(400);
  expect(await shop.deps.db.select().from(usedProofs)).toEqual([]);
  // Control: the solution from which all of these were derived is accepted.
  expect((await start(attempt, encode(solved))).statusCode).toBe(200);
});
