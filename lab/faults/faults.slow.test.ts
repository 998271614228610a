import { readdirSync, readFileSync } from 'node:fs';
import { expect, inject, test, vi } from 'vitest';
import { prepareEngineOn } from '#test/engine-base.ts';
import { FAULTS } from './faults.ts';
import { somePointsOnce } from './kills.ts';
import { runFault } from './lab.ts';
import { World } from './world.ts';

// Programs start a dozen times; on a busy machine each start takes many seconds.
vi.setConfig({ testTimeout: 240_000 });
const base = inject('base');

/** Faults that take seconds; `npm run lab -- faults` runs all. */
const DAILY = ['F1 ', 'F2', 'F6 PostgreSQL dies', 'F7', 'P36 label bought'];
const daily = [somePointsOnce, ...FAULTS.filter(({ name }) => DAILY.some((start) => name.startsWith(start)))];

test.each(daily.filter(({ engines }) => engines.includes(base.engine)))('$name: nothing lost', async (fault) => {
  const row = await runFault(fault, base, 1);
  expect([row.failure, ...row.breaches]).toEqual([null]);
  expect(row).toMatchObject({ lost: 0, doubled: 0, mailsLost: 0 });
  console.log(`${row.fault}, ${row.engine}: ${row.tries} tries, ${row.paid} paid, 0 lost ${row.note}`);
});

test('a fail point is no part of the program: neither its setting nor its signal does anything there', async () => {
  const world = await World.open(await prepareEngineOn(base));
  const program = await world.start({ FAIL_POINT: 'before commit' });
  const shopper = await world.buy(program.url);
  expect(shopper.orderNumber).toMatch(/^[0-9A-F]{8}$/);
  expect((await world.settle(program)).breaches).toEqual([]);
  await world.close();
  const sources = readdirSync('server', { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
  const naming = sources.filter((file) => /FAIL_POINT|fail-points|SIGUSR/.test(readFileSync(`server/${file}`, 'utf8')));
  expect(naming).toEqual([]);
});
