import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { rowsOf } from '#server/db/migration-state.ts';
import { emails } from '#server/features/emails/schema.ts';
import { orders } from '#server/features/orders/schema.ts';
import { startTestApp } from '#test/app.ts';
import { temporaryFolder } from '#test/backup.ts';
import { anOrder } from '#test/orders.ts';
import { reportFailure } from './failure-notice.ts';
import { NoRoomError } from './room.ts';
import { writeBackup } from './service.ts';

test('a full disk is reported with need and free space before anything is written', async () => {
  const shop = await startTestApp();
  const files = temporaryFolder();
  const { connection } = shop.deps;
  const disk = (bytes: number) => async () => ({ bavail: bytes / 512, bsize: 512, blocks: 1e9 });
  const write = (bytes: number) =>
    writeBackup(connection, files.at('one.gz'), { writtenAt: shop.clock.now(), statfs: disk(bytes) });
  await connection.db.insert(orders).values(Array.from({ length: 500 }, () => anOrder()));
  const [tables] = await rowsOf<{ bytes: number }>(
    connection.db,
    sql`select sum(pg_table_size(tablename::regclass))::int as bytes from pg_tables where schemaname = 'public'`,
  );
  const enough = Math.ceil((tables?.bytes ?? 0) / 2 / 512) * 512;
  const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;
  expect(enough).toBeGreaterThan(100_000);
  await expect(write(enough - 512)).rejects.toThrow(
    `takes about ${megabytes(enough)} in ${files.folder}, and ${megabytes(enough - 512)} are free there. Make room`,
  );
  expect(readdirSync(files.folder)).toEqual([]);
  // The control: the same call with one block more.
  const { bytes } = await write(enough);
  expect(bytes).toBeLessThan(enough);
  rmSync(files.at('one.gz'));
  // Tables that were larger once: the newest backup is a better estimate of their content.
  const newest = files.at('shop-2026-01-01T00-00-00Z.backup.gz');
  writeFileSync(newest, Buffer.alloc(10_240));
  await expect(write(40_448)).rejects.toThrow('are free there');
  await write(40_960);
  rmSync(newest);
  rmSync(files.at('one.gz'));
  // A disk that does not report its size is tried.
  await writeBackup(connection, files.at('one.gz'), {
    writtenAt: shop.clock.now(),
    statfs: async () => ({ bavail: 0, bsize: 4096, blocks: 0 }),
  });
  await reportFailure(shop.deps, files.folder, new NoRoomError('/srv', 3e9, 45e6));
  const [mail] = await connection.db.select().from(emails).where(eq(emails.templateKey, 'owner_alert'));
  expect(mail?.text).toContain('takes about 3.0 GB on that disk, and 45.0 MB are free');
  await shop.close();
  files.remove();
});
