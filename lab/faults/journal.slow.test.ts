import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { rowsOf } from '#server/db/migration-state.ts';
import { type Engine, prepareEngine } from '#test/engine.ts';
import { type Program, startProgram } from '#test/program.ts';

const PRELOAD = new URL('./fail-points.ts', import.meta.url).href;
const PASSWORD = 'guava and crackers and tea';
const STORE = {
  name: 'La Esquina',
  address: '900 W 49th St',
  storeType: 'grocery',
  latitude: 25.8,
  longitude: -80.3,
};

let engine: Engine;
beforeEach(async () => {
  engine = await prepareEngine();
});
afterEach(() => engine.remove());

/** Calls as the owner; a call that the kill has cut off has no answer. */
async function ownerOf({ url }: Program) {
  const send = (method: string, path: string, body: object, cookie = '') =>
    fetch(`${url}/api/admin/${path}`, {
      method,
      headers: { 'content-type': 'application/json', origin: url, cookie },
      body: JSON.stringify(body),
    });
  const login = await send('POST', 'login', { password: PASSWORD });
  const cookie = login.headers.getSetCookie()[0]?.split(';', 1)[0] ?? '';
  expect(login.status).toBe(200);
  return (method: string, path: string, body: object) => send(method, path, body, cookie).catch(() => null);
}

/** A change in one statement, and one in many: what is written, and its line. */
const CHANGES = {
  store: {
    make: { method: 'POST', path: 'store-locations', body: STORE },
    rows: sql`select 1 from store_locations where name = ${STORE.name}`,
    lines: sql`select 1 from journal where call = 'POST /api/admin/store-locations'`,
  },
  price: {
    make: { method: 'PATCH', path: 'products/box40', body: { priceCents: 2345, version: 0, publish: true } },
    rows: sql`select 1 from content_revisions`,
    lines: sql`select 1 from journal where call = 'PATCH /api/admin/products/:id'`,
  },
} as const;

/** How many rows and lines a change has left in the database. */
const left = ({ rows, lines }: { rows: typeof CHANGES.store.rows; lines: typeof CHANGES.store.lines }) =>
  engine.read(async (db) => [(await rowsOf(db, rows)).length > 0, (await rowsOf(db, lines)).length > 0]);

/** Makes a change in a program that dies at a fail point. */
async function killIn(change: keyof typeof CHANGES, point: string): Promise<void> {
  const env = { ...engine.options.env, ADMIN_PASSWORD: PASSWORD };
  const program = await startProgram({
    ...engine.options,
    // From its sources, because in the bundle the driver is not a separate module that could be watched.
    main: 'server/main.ts',
    env: { ...env, NODE_OPTIONS: `--import=${PRELOAD}`, FAIL_POINT: point },
  });
  const owner = await ownerOf(program);
  program.process.kill('SIGUSR2');
  await expect.poll(() => program.output()).toContain('armed\n');
  const { method, path, body } = CHANGES[change].make;
  const answer = await owner(method, path, body);
  expect(answer).toBeNull();
  await program.exited;
  expect(program.output()).toContain(`killed at: ${point}`);
}

describe.each(Object.keys(CHANGES) as (keyof typeof CHANGES)[])('N19 SIGKILL in a change of a %s', (change) => {
  test.each([
    [`${change} begun`, [false, false]],
    [`${change} written`, [false, false]],
    [`${change} kept`, [true, true]],
  ])('“%s” leaves both the change and its line, or neither', async (point, expected) => {
    await killIn(change, point);
    expect(await left(CHANGES[change])).toEqual(expected);
  });
});

test('control: a trigger that writes nothing leaves a change without a line', async () => {
  // The program does not start without its triggers.
  await engine.read((db) =>
    db.execute(sql`create or replace function write_journal() returns trigger language plpgsql as
      $$ begin return null; end $$`),
  );
  await killIn('store', 'store kept');
  expect(await left(CHANGES.store)).toEqual([true, false]);
});
