import { expect, test } from 'vitest';
import { connectDatabase } from '#server/db/connect.ts';
import { asAdmin } from '#test/admin.ts';
import { startTestApp } from '#test/app.ts';

const STORE = { name: 'La Esquina', address: '900 W 49th St', storeType: 'cafe', latitude: 25.8, longitude: -80.3 };

test('a store that one instance changes shows at once at the other, which keeps the list packed', async () => {
  const one = await startTestApp();
  const connection = await connectDatabase({ databaseUrl: one.database.url, dataDir: '' });
  const two = await startTestApp({ database: { ...one.database, connection } });
  const call = await asAdmin(one);
  const namesAtTwo = async () =>
    (await two.app.inject('/api/store-locations')).json().map(({ name }: { name: string }) => name);

  expect(await namesAtTwo()).toEqual([]);
  const { id } = (await call('POST', '/api/admin/store-locations', STORE)).json();
  for (let i = 0; i < 20; i++) {
    const name = `La Esquina ${i}`;
    await call('PATCH', `/api/admin/store-locations/${id}`, { ...STORE, name });
    expect(await namesAtTwo()).toEqual([name]);
  }
  const [here, there] = await Promise.all([one, two].map(({ app }) => app.inject('/api/store-locations')));
  expect(here?.headers.etag).toBe(there?.headers.etag);
  await call('DELETE', `/api/admin/store-locations/${id}`);
  expect(await namesAtTwo()).toEqual([]);
  await two.close();
  await connection.close();
  await one.close();
});
