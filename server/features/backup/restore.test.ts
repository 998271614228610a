import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { gunzipSync, gzipSync } from 'node:zlib';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectDatabase } from '#server/db/connect.ts';
import { applyMigrations, listApplied, listKnown, rowsOf } from '#server/db/migration-state.ts';
import { settings } from '#server/db/settings.ts';
import { orders } from '#server/features/orders/schema.ts';
import { backedUpShop, NEW, OVER, type Place, placeOf, WRITTEN_AT, withDatabase } from '#test/backup.ts';
import { prepareEngine } from '#test/engine.ts';
import { anOrder } from '#test/orders.ts';
import { verifyBackup } from './format.ts';
import { restoreBackup } from './restore.ts';
import { writeBackupFromOutside } from './service.ts';

let backup: Awaited<ReturnType<typeof backedUpShop>>;
beforeAll(async () => {
  backup = await backedUpShop();
});
afterAll(() => backup.remove());

test('after a restore stats and search still work, and the next event has the next number', async () => {
  await backup.withTarget(async (place) => {
    await restoreBackup(place, backup.file, NEW);
    await withDatabase(place, async (db) => {
      const count = async () =>
        Number(
          (await rowsOf<{ sum: string }>(db, sql`select sum(orders)::text from order_day_parts where part = 'all'`))[0]
            ?.sum,
        );
      expect(await count()).toBe(2);
      // The control: the triggers do count inserted rows, so a restore with them would have counted twice.
      await db.insert(orders).values(anOrder());
      expect(await count()).toBe(3);
      const found = await rowsOf(db, sql`select 1 from orders where search @@ 'nandu'::tsquery`);
      expect(found).toHaveLength(1);
      const [event] = await rowsOf<{ id: string }>(
        db,
        sql`insert into order_events (order_id, kind, detail) select id, 'note', '{}' from orders limit 1 returning id::text`,
      );
      expect(event?.id).toBe('3');
    });
  });
});

test('after a restore orders have their numbers, and the next order has the next number', async () => {
  const numbersIn = (place: Place) =>
    withDatabase(place, async (db) => {
      const kept = await rowsOf<{ number: number }>(db, sql`select number from orders order by number`);
      const [next] = await db.insert(orders).values(anOrder()).returning({ number: orders.number });
      return { kept: kept.map(({ number }) => number), next: next?.number };
    });
  await backup.withTarget(async (place) => {
    await restoreBackup(place, backup.file, NEW);
    // The control: without the sequence of the backup, the next one would be 1001, which is taken.
    expect(await numbersIn(place)).toEqual({ kept: [1001, 1002], next: 1003 });
  });
});

test('the record of failed backups is not restored: the next failure is reported', async () => {
  const failing = backup.files.at('failing.backup.gz');
  const rowsIn = (place: Place) => withDatabase(place, (db) => db.$count(settings, eq(settings.key, 'backup_failing')));
  await backup.withTarget(async (place) => {
    await withDatabase(place, (db) => db.insert(settings).values({ key: 'backup_failing', value: {} }));
    await writeBackupFromOutside(place, failing, WRITTEN_AT);
    expect(await rowsIn(place)).toBe(1);
    await restoreBackup(place, failing, OVER);
    expect(await rowsIn(place)).toBe(0);
  });
});

test("tables and views that are not the shop's are never dropped", async () => {
  await backup.withTarget(async (place) => {
    await withDatabase(place, (db) => db.execute(sql`create table visitors (n integer)`));
    await expect(restoreBackup(place, backup.file, OVER)).rejects.toThrow(/not the shop's: visitors/);
    await withDatabase(place, (db) => db.execute(sql`drop table visitors`));
    await withDatabase(place, (db) => db.execute(sql`create view mine as select count(*) from orders`));
    await expect(restoreBackup(place, backup.file, OVER)).rejects.toThrow(/not the shop's hangs on its tables/);
    expect(await withDatabase(place, (db) => rowsOf(db, sql`select * from mine`))).toHaveLength(1);
  });
});

test('a database that a newer version has changed is left alone, and the message says what to do', async () => {
  await backup.withTarget(async (place) => {
    await withDatabase(place, async (db) => {
      await db.execute(sql`create table visitors (n integer)`);
      await db.execute(
        sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('newer', 9999999999999)`,
      );
    });
    await expect(restoreBackup(place, backup.file, OVER)).rejects.toThrow(
      /newer version of the shop .*: visitors\. Restore into an empty database: docs\/updating\.md/,
    );
    expect(await withDatabase(place, (db) => rowsOf(db, sql`select * from visitors`))).toEqual([]);
  });
});

test('a flipped byte, a missing end, another file and a newer version are refused with a plain message', async () => {
  const good = readFileSync(backup.file);
  const bad = backup.files.at('bad.backup.gz');
  const refusal = async (content: Buffer | string) => {
    writeFileSync(bad, content);
    return verifyBackup(bad).then(
      () => null,
      (error: Error) => (error.name === 'BackupError' ? error.message : error),
    );
  };
  // The control: the file itself is accepted. The first ten bytes carry no content.
  expect(await refusal(good)).toBeNull();
  const whole = gunzipSync(good);
  const isWhole = (content: Buffer) => {
    try {
      return gunzipSync(content).equals(whole);
    } catch {
      return false;
    }
  };
  let silent = 0;
  for (let at = 10; at < good.length; at += Math.ceil(good.length / 150)) {
    const flipped = Buffer.from(good);
    flipped[at] = (flipped[at] ?? 0) ^ 0x10;
    // The bits that pad the last byte of a deflate block carry no content (RFC 1951).
    if (isWhole(flipped)) silent += 1;
    else expect(await refusal(flipped), `byte ${at}`).toMatch(/is damaged|is cut off|no backup/);
  }
  expect(silent).toBeLessThan(5);
  for (const length of [11, 100, good.length >> 1, good.length - 1]) {
    expect(await refusal(good.subarray(0, length)), `${length} bytes`).toMatch(/is cut off/);
  }
  expect(await refusal('')).toMatch(/is cut off/);
  expect(await refusal(gzipSync(''))).toMatch(/empty/);
  expect(await refusal('orders.csv')).toMatch(/no backup/);
  expect(await refusal(gzipSync('{"format":"other"}\n'))).toMatch(/no backup of the shop/);
  expect(await refusal(gzipSync('{"format":"shop-backup","version":2,"shop":"9.0.0"}\n'))).toMatch(/newer.*9\.0\.0/);
  // Changes that the compression itself would accept: a missing row, a changed row, a changed count, a line after the
  // end.
  const lines = gunzipSync(good).toString().split('\n');
  const row = lines.findIndex((line) => line.includes('Kendall'));
  for (const changed of [
    lines.toSpliced(row, 1),
    lines.with(row, String(lines[row]).replace('Kendall', 'Hialeah')),
    lines.with(0, String(lines[0]).replace(/"rows":1/, '"rows":2')),
    lines.toSpliced(-1, 1, '{}', ''),
    lines.with(0, String(lines[0]).replace('"tables"', '"tablet"')),
    lines.with(1, 'null'),
    lines.with(-2, 'null'),
  ]) {
    expect(await refusal(gzipSync(changed.join('\n')))).toMatch(/is damaged/);
  }
  await expect(verifyBackup(backup.files.at('none'))).rejects.toThrow(/There is no file/);
  await expect(verifyBackup(backup.files.folder)).rejects.toThrow(/is a folder/);
});

test('a damaged file does not even create a data folder', async () => {
  const bad = backup.files.at('cut.backup.gz');
  writeFileSync(bad, readFileSync(backup.file).subarray(0, 500));
  const place = { databaseUrl: undefined, dataDir: backup.files.at('never') };
  await expect(restoreBackup(place, bad, OVER)).rejects.toThrow(/cut off/);
  expect(existsSync(place.dataDir)).toBe(false);
});

test('the backup of a later version, with migrations that this one does not have, is refused', async () => {
  const later = backup.files.at('later.backup.gz');
  backup.rewrite(later, (lines) => {
    const head = JSON.parse(String(lines[0]));
    head.shop = '9.9.9';
    head.migrations.push({ hash: 'x', createdAt: 4_102_444_800_000 });
    lines[0] = JSON.stringify(head);
  });
  await backup.withTarget(async (place) => {
    await expect(restoreBackup(place, later, NEW)).rejects.toThrow(/version of the shop \(9\.9\.9\).*up to date/);
  });
});

test('the backup of an older version gets the migrations that came since, with what they do to its rows', async () => {
  const old = await prepareEngine({ isEmpty: true });
  const connection = await connectDatabase({ ...placeOf(old), isMaintenance: true });
  await connection.db.transaction(async (tx) => {
    // The schema from before stats and search.
    await applyMigrations(tx, 0, 2);
    const { id, statusToken, items = '' } = anOrder({ items: '[{"id":"box40","quantity":7}]' });
    await tx.execute(
      sql`insert into orders (id, customer_name, email, phone, address_line1, city, state, zip_code, total_amount,
          stripe_payment_intent_id, items, status_token)
        values (${id}, 'Ñico', 'n@b.example', '3055550111', '1', 'Miami', 'FL', '33010', 139.93, 'pi_old', ${items}, ${statusToken})`,
    );
  });
  await connection.close();
  const older = backup.files.at('older.backup.gz');
  await writeBackupFromOutside(placeOf(old), older, WRITTEN_AT);
  await backup.withTarget(async (place) => {
    await restoreBackup(place, older, NEW);
    await withDatabase(place, async (db) => {
      expect(await listApplied(db)).toEqual(listKnown());
      const counted = sql`select part, orders, units, revenue from order_day_parts where part in ('all', 'product') order by 1`;
      expect(await rowsOf(db, counted)).toEqual([
        { part: 'all', orders: 1, units: 0, revenue: '139.93' },
        { part: 'product', orders: 1, units: 7, revenue: '0.00' },
      ]);
      expect(await rowsOf(db, sql`select 1 from orders where search @@ 'nico'::tsquery`)).toHaveLength(1);
    });
  });
  await old.remove();
});

test('only this user may read a backup, and no session is in it', async () => {
  expect(statSync(backup.file).mode & 0o777).toBe(0o600);
  const text = gunzipSync(readFileSync(backup.file)).toString();
  expect(text).not.toContain(`${'h'.repeat(64)}","${'h'.repeat(64)}`);
  expect(text).not.toContain('192.0.2.1');
  expect(readdirSync(backup.files.folder).filter((name) => name.endsWith('.part'))).toEqual([]);
});

test('without a shop there is nothing to back up, and no file is left', async () => {
  const nowhere = { databaseUrl: undefined, dataDir: backup.files.at('nowhere') };
  await expect(writeBackupFromOutside(nowhere, backup.files.at('x'), WRITTEN_AT)).rejects.toThrow(
    /no shop in .*DATA_DIR/,
  );
  const empty = await prepareEngine({ isEmpty: true });
  await expect(writeBackupFromOutside(placeOf(empty), backup.files.at('x'), WRITTEN_AT)).rejects.toThrow(/no shop/);
  expect(existsSync(backup.files.at('x'))).toBe(false);
  await empty.remove();
});
