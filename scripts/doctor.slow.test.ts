import { spawn } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, expect, inject, test } from 'vitest';
import { FIRST_BRAND_ENV } from '#test/first-brand.ts';
import { startProgram } from '#test/program.ts';
import { StripeStandIn } from '#test/stand-ins/stripe.ts';

let cleanUps: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.reverse()) await cleanUp();
  cleanUps = [];
});
/** Each run starts a program and opens a database. */
const SLOW = { timeout: 120_000 };

/** Runs the command like a technician. @returns its printed lines and its exit code */
async function doctor(env: Record<string, string>): Promise<{ code: number | null; lines: string[]; output: string }> {
  const child = spawn(process.execPath, [resolve('scripts/doctor.ts')], {
    env: { PATH: process.env.PATH, ...FIRST_BRAND_ENV, ...env },
  });
  let output = '';
  child.stdout.on('data', (chunk) => (output += chunk));
  child.stderr.on('data', (chunk) => (output += chunk));
  const code = await new Promise<number | null>((done) => child.once('close', done));
  return { code, lines: output.trimEnd().split('\n'), output };
}

function aDataDir({ isMigrated = false } = {}): string {
  const dataDir = mkdtempSync(join(tmpdir(), 'shop-doctor-'));
  cleanUps.push(() => rmSync(dataDir, { recursive: true, force: true }));
  const base = inject('base');
  if (isMigrated && base.engine === 'pglite') cpSync(base.folder, dataDir, { recursive: true });
  return dataDir;
}

test('a fresh clone has warnings of one line each, no error, and no database is created', SLOW, async () => {
  const dataDir = aDataDir();
  const { code, lines } = await doctor({ DATA_DIR: dataDir });
  expect(code).toBe(0);
  expect(lines[0]).toMatch(/^No running shop answered/);
  expect(lines.slice(1).filter((line) => !/^(ok|warning) {2,}\S/.test(line))).toEqual([]);
  expect(lines).toContainEqual(expect.stringMatching(/^warning +Database +There is no database yet\. Start the shop/));
  expect(readdirSync(dataDir)).toEqual([]);
});

test('the running shop answers, even while it holds the embedded database, and its settings count', SLOW, async () => {
  const stripe = await StripeStandIn.start();
  cleanUps.push(() => stripe.close());
  const dataDir = aDataDir({ isMigrated: true });
  const shop = await startProgram({ dataDir, env: stripe.env() });
  cleanUps.push(() => shop.stop());
  expect(statSync(join(dataDir, 'control.sock')).mode & 0o777).toBe(0o600);
  // The terminal's environment has no Stripe settings; the shop has.
  const { code, lines, output } = await doctor({ DATA_DIR: dataDir });
  expect(lines[0]).toMatch(/^The running shop was asked/);
  expect(lines).toContainEqual(expect.stringMatching(/^ok +Database +The built-in database/));
  expect(lines).toContainEqual(
    expect.stringMatching(/^warning +Card payment +Stripe accepts the keys, but they are test/),
  );
  expect(code).toBe(0);
  expect(output).not.toContain(stripe.keys.secretKey);
  // Concurrent requests share one run.
  const before = stripe.requests.length;
  await Promise.all([1, 2, 3].map(() => doctor({ DATA_DIR: dataDir })));
  expect(stripe.requests.length - before).toBeLessThanOrEqual(3 + 1);

  expect(await shop.stop()).toBe(0);
  expect(existsSync(join(dataDir, 'control.sock'))).toBe(false);
  const alone = await doctor({ DATA_DIR: dataDir });
  expect(alone.lines[0]).toMatch(/^No running shop answered/);
  expect(alone.lines).toContainEqual(expect.stringMatching(/^ok +Database/));
});

test('leftovers of a killed shop affect neither doctor nor the next start', SLOW, async () => {
  const dataDir = aDataDir({ isMigrated: true });
  const killed = await startProgram({ dataDir });
  await killed.stop('SIGKILL');
  expect(existsSync(join(dataDir, 'control.sock'))).toBe(true);
  expect((await doctor({ DATA_DIR: dataDir })).lines[0]).toMatch(/^No running shop answered/);
  const next = await startProgram({ dataDir });
  cleanUps.push(() => next.stop());
  expect((await doctor({ DATA_DIR: dataDir })).lines[0]).toMatch(/^The running shop was asked/);
});

test('an unreachable database and unusable settings are explained in plain words, with exit code 1', SLOW, async () => {
  const dataDir = aDataDir();
  const url = 'postgres://shop:verysecret@127.0.0.1:1/shop';
  const unreachable = await doctor({ DATA_DIR: dataDir, DATABASE_URL: url });
  expect(unreachable.code).toBe(1);
  expect(unreachable.output).toMatch(/^fault +Database +The database does not answer \(ECONNREFUSED\)\. Start it/m);
  expect(unreachable.output).not.toContain('verysecret');
  const unusable = await doctor({ DATA_DIR: dataDir, PORT: 'x', STRIPE_SECRET_KEY: 'sk_live_verysecret' });
  expect(unusable.code).toBe(1);
  expect(unusable.lines).toHaveLength(2);
  expect(unusable.output).not.toContain('verysecret');
});

test('OWNER_LANGUAGE=es makes the output Spanish', SLOW, async () => {
  const { lines } = await doctor({ DATA_DIR: aDataDir(), OWNER_LANGUAGE: 'es' });
  expect(lines).toContainEqual(expect.stringMatching(/^warning +Pago con tarjeta +Los pagos son de mentira/));
});
