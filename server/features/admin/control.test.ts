import { afterEach, beforeEach, expect, test } from 'vitest';
import { askControlSocket, openControlSocket } from '#server/plugins/control-socket.ts';
import { signIn } from '#test/admin.ts';
import { startTestApp, type TestApp } from '#test/app.ts';
import { askShopForPassword, passwordCommand } from './control.ts';
import { setAdminPassword } from './credentials.ts';
import { hashPassword } from './password.ts';

let shop: TestApp;
let control: Awaited<ReturnType<typeof openControlSocket>>;
async function start(env: Record<string, string>): Promise<void> {
  shop = await startTestApp({ env });
  control = await openControlSocket({ dataDir: shop.config.dataDir, log: shop.deps.log }, passwordCommand(shop.deps));
}
beforeEach(() => start({ ADMIN_PASSWORD: '' }));
afterEach(async () => {
  await control.stop();
  await shop.close();
});

test('a running shop sets the password that it is asked for, and every session ends', async () => {
  await setAdminPassword(shop.deps, 'the first one');
  const headers = await signIn(shop, 'the first one');
  expect(await askShopForPassword(shop.config.dataDir, await hashPassword('the second one'))).toBeNull();
  expect((await shop.app.inject({ url: '/api/admin/summary', headers })).statusCode).toBe(401);
  await signIn(shop, 'the second one');
});

test('an invalid hash is refused, and the password stays', async () => {
  await setAdminPassword(shop.deps, 'the first one');
  const answer = await askControlSocket(shop.config.dataDir, 'admin-password', { hash: 'the second one' });
  expect(answer?.status).toBe(400);
  await signIn(shop, 'the first one');
});

test('a shop with its password in the environment refuses; one that does not run gives no answer', async () => {
  const hash = await hashPassword('the second one');
  await control.stop();
  expect(await askShopForPassword(shop.config.dataDir, hash)).toBeUndefined();
  await shop.close();
  await start({ ADMIN_PASSWORD: 'of the environment' });
  expect(await askShopForPassword(shop.config.dataDir, hash)).toMatch(/ADMIN_PASSWORD/);
  await signIn(shop, 'of the environment');
});
