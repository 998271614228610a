import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { openTestDatabase } from '#test/database.ts';
import { findSecrets } from '#test/log-secrets.ts';
import { createLogger } from './log.ts';

test('N8 E11 a failed query is logged with its cause and without personal input', async () => {
  const database = await openTestDatabase();
  const lines: string[] = [];
  const log = createLogger('info', { write: (line: string) => void lines.push(line) });
  const typed = 'Yolanda\n    at 812 Palm Avenue\nHialeah';
  try {
    await database.connection.db.execute(sql`select ${typed}::text from no_such_table`);
  } catch (error) {
    log.error({ err: error }, 'request failed');
  }
  const [line = ''] = lines;
  expect(line).toContain('no_such_table');
  expect(line).toContain('caused by: ');
  expect(line).not.toMatch(/Yolanda|Palm Avenue|Hialeah/);
  await database.remove();
});

test('E11 secrets of sessions, payments and cards are hidden in every line; a request has no query', () => {
  const lines: string[] = [];
  const log = createLogger('info', { write: (line: string) => void lines.push(line) });
  const headers = { cookie: 'admin=abc', authorization: 'Bearer abc', 'stripe-signature': `t=1,v1=${'a'.repeat(64)}` };
  const said = {
    password: 'a long phrase',
    clientSecret: 'pi_1234567890_secret_abc',
    client_secret: 'pi_1234567890_secret_abc',
    cardNumber: '4242 4242 4242 4242',
    cvc: '123',
    token: 'abc',
  };
  log.info({ body: said, req: { method: 'GET', id: '1', headers, url: `/shop?client_secret=${said.clientSecret}` } });
  expect(findSecrets(lines)).toEqual([]);
  const { body, req } = JSON.parse(lines[0] ?? '');
  expect(body).toEqual(Object.fromEntries(Object.keys(said).map((key) => [key, '[hidden]'])));
  expect(req).toEqual({ id: '1', method: 'GET', path: '/shop' });
});
