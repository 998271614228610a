import { setTimeout as wait } from 'node:timers/promises';
import { like, sql } from 'drizzle-orm';
import { expect, test, vi } from 'vitest';
import { emails, lots, orders, packedLots } from '#server/tables.ts';
import type { RecallDetail } from '#shared/lots/recalls.ts';
import { placeOf, withDatabase } from '#test/backup.ts';
import { prepareEngine } from '#test/engine.ts';
import { anOrder } from '#test/orders.ts';
import { startProgram } from '#test/program.ts';

vi.setConfig({ testTimeout: 300_000 });

const PEOPLE = 600;
const PASSWORD = 'guava y galleta 1962';
const LOT = '0b5c9a52-7a0e-4c62-8d7c-1f6b3a6de001';
const RECALL = '0b5c9a52-7a0e-4c62-8d7c-1f6b3a6de002';

test('a recall of 600 people whose program is killed again and again writes to each of them once', async () => {
  const engine = await prepareEngine();
  const made = Array.from({ length: PEOPLE }, (_, i) => anOrder({ email: `p${i}@shopper.example`, status: 'shipped' }));
  await withDatabase(placeOf(engine), async (db) => {
    await db
      .insert(lots)
      .values({ id: LOT, productId: 'box40', code: 'A', madeOn: '2026-01-02', bestBy: '2036-01-01' });
    await db.insert(orders).values(made);
    await db.insert(packedLots).values(made.map(({ id }) => ({ orderId: id, lotId: LOT, quantity: 1 })));
  });
  const start = () =>
    startProgram({ ...engine.options, env: { ...engine.options.env, ADMIN_PASSWORD: PASSWORD, LOG_LEVEL: 'warn' } });
  const countMails = () =>
    withDatabase(placeOf(engine), (db) => db.$count(emails, like(emails.dedupeKey, `recall:${RECALL}:%`)));

  const both = { en: 'Return it', es: 'Devuélvelo' };
  const scope = { id: RECALL, productId: 'box40', lotId: LOT, maybe: null, isUnsentToo: false, notice: both };
  const seen: number[] = [];
  for (let i = 0; i < 8; i++) {
    const program = await start();
    const cookie = await signIn(program.url);
    const begun = post(program.url, cookie, { ...scope, subject: both, reason: both, todo: both });
    begun.catch(() => {});
    // The first presses are killed before their answer, later ones while the mails are written.
    if (i > 1) await begun;
    await wait(i * 350);
    await program.stop('SIGKILL');
    await Promise.allSettled([begun]);
    seen.push(await countMails());
  }
  const program = await start();
  const cookie = await signIn(program.url);
  await post(program.url, cookie, { ...scope, subject: both, reason: both, todo: both });
  await vi.waitFor(
    async () => {
      const read = await fetch(`${program.url}/api/admin/recalls/${RECALL}`, { headers: { cookie } });
      expect(((await read.json()) as RecallDetail).people).toMatchObject({ waiting: 0, stored: PEOPLE });
    },
    { timeout: 60_000, interval: 500 },
  );
  await program.stop();
  process.stdout.write(`mails after each kill: ${seen.join(', ')}\n`);
  const to = await withDatabase(placeOf(engine), (db) =>
    db.select({ to: emails.to }).from(emails).where(sql`${emails.dedupeKey} like 'recall:%'`),
  );
  expect([to.length, new Set(to.map((mail) => mail.to)).size]).toEqual([PEOPLE, PEOPLE]);
  await engine.remove();
});

async function signIn(url: string): Promise<string> {
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ password: PASSWORD });
  const answer = await fetch(`${url}/api/admin/login`, { method: 'POST', headers, body });
  return answer.headers.get('set-cookie')?.split(';', 1)[0] ?? '';
}

const post = (url: string, cookie: string, recall: object) =>
  fetch(`${url}/api/admin/recalls`, {
    method: 'POST',
    headers: { cookie, 'content-type': 'application/json' },
    body: JSON.stringify(recall),
  });
