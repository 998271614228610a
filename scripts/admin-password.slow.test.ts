import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { connectDatabase } from '#server/db/connect.ts';
import { passwordCommand } from '#server/features/admin/control.ts';
import { isPasswordHash, verifyPassword } from '#server/features/admin/password.ts';
import { openControlSocket } from '#server/plugins/control-socket.ts';
import { signIn } from '#test/admin.ts';
import { startTestApp } from '#test/app.ts';
import { openTestDatabase, type TestDatabase } from '#test/database.ts';
import { FIRST_BRAND_ENV } from '#test/first-brand.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(async () => {
  await database.connection.close();
  rmSync(database.dataDir, { recursive: true, force: true });
});
/** Each run starts a program and opens a database. */
const SLOW = { timeout: 120_000 };

/** The script as the owner runs it, with the password on standard input. */
function run(input: string, { args = [] as string[], env = {} as Record<string, string> } = {}) {
  const child = spawn(process.execPath, [resolve('scripts/admin-password.ts'), ...args], {
    env: { PATH: process.env.PATH, ...FIRST_BRAND_ENV, DATA_DIR: database.dataDir, ...env },
  });
  child.stdin.end(input);
  let output = '';
  child.stdout.on('data', (chunk) => (output += chunk));
  child.stderr.on('data', (chunk) => (output += chunk));
  return new Promise<{ code: number | null; output: string }>((done) =>
    child.once('exit', (code) => done({ code, output })),
  );
}

test.runIf(inject('base').engine === 'pglite')(
  'admin:password sets the password and ends the sessions, with a running shop and without one',
  SLOW,
  async () => {
    const env = { ADMIN_PASSWORD: '' };
    const before = await startTestApp({ database, env });
    // A process that uses the data but takes no commands, as during its start.
    expect(await run('a new password\n')).toMatchObject({ code: 1, output: expect.stringContaining(database.dataDir) });
    const control = await openControlSocket(
      { dataDir: database.dataDir, log: before.deps.log },
      passwordCommand(before.deps),
    );
    expect(await run('beside the shop\n')).toMatchObject({ code: 0 });
    await signIn(before, 'beside the shop');
    await control.stop();
    await before.close();
    await database.connection.close();

    expect(await run('a new password\nsecond line\n')).toEqual({
      code: 0,
      output: 'The password is set, and every session has ended.\n',
    });
    database.connection = await connectDatabase({ databaseUrl: undefined, dataDir: database.dataDir });
    const after = await startTestApp({ database, env });
    const headers = await signIn(after, 'a new password');
    await after.close();
    await database.connection.close();

    expect((await run('another password')).code).toBe(0);
    database.connection = await connectDatabase({ databaseUrl: undefined, dataDir: database.dataDir });
    const last = await startTestApp({ database, env });
    expect((await last.app.inject({ url: '/api/admin/check', headers })).json()).toEqual({ isAdmin: false });
    await last.close();
  },
);

test('admin:password refuses a weak password, and any if the environment sets it', SLOW, async () => {
  for (const input of ['   \n', 'x'.repeat(1025), 'elevenchars\n', 'password1234\n'])
    expect((await run(input)).code).toBe(1);
  const overruled = await run('fine', { env: { ADMIN_PASSWORD: 'set' } });
  expect(overruled).toMatchObject({ code: 1, output: expect.stringContaining('ADMIN_PASSWORD') });
});

test('admin:password --print shows a hash for ADMIN_PASSWORD_HASH and changes nothing', SLOW, async () => {
  const { code, output } = await run('printed once', { args: ['--print'] });
  expect(code).toBe(0);
  expect(isPasswordHash(output.trim())).toBe(true);
  expect(await verifyPassword(output.trim(), 'printed once')).toBe(true);
});
