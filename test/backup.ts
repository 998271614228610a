import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { connectDatabase, type Executor } from '#server/db/connect.ts';
import { rowsOf } from '#server/db/migration-state.ts';
import { writeBackupFromOutside } from '#server/features/backup/service.ts';
import * as schema from '#server/tables.ts';
import { localized } from '#test/localized.ts';
import { type Engine, prepareEngine } from './engine.ts';
import { anOrder } from './orders.ts';

/** The version of the program under test. */
export const VERSION: string = JSON.parse(readFileSync('package.json', 'utf8')).version;

/** The location of a database, as in the settings. */
export type Place = { databaseUrl: string | undefined; dataDir: string };

/** Text that careless code damages: quotes, line ends of every kind, marks of CSV and JSON, letters of many bytes. */
export const AWKWARD =
  'Ñandú "q" \'s\' \\N \\u0041 \t\r\n\u2028\u0001 {{x}} ,;|[] e\u0301 \u202eabc 👩‍👩‍👧 𝒢 \u{10ffff}';
const MICROSECONDS = sql`timestamptz '2024-02-29 23:59:59.123456-05'`;

/** Inserts rows into every table, with values that careless code would change. */
export async function fillEveryTable(db: Executor): Promise<void> {
  const order = anOrder({ customerName: AWKWARD, totalAmount: '99999999.99', shippingCost: null, status: 'shipped' });
  await db.insert(schema.orders).values([order, anOrder({ customerName: '', addressLine2: 'null' })]);
  await db.execute(sql`update orders set created_at = ${MICROSECONDS} where id = ${order.id}`);
  await db.insert(schema.orderLines).values([
    { orderId: order.id, position: 0, productId: AWKWARD, name: AWKWARD, quantity: 2_147_483_647, unitPriceCents: 0 },
    {
      orderId: order.id,
      position: 1,
      productId: 'box40',
      name: '',
      names: localized(AWKWARD, ''),
      components: [{ id: AWKWARD, quantity: 1, names: localized('', AWKWARD) }],
      quantity: 1,
      unitPriceCents: 1999,
      discountCents: 1,
      taxCents: 2_147_483_647,
    },
  ]);
  await db.insert(schema.orderPayments).values([
    { orderId: order.id, amountCents: 2_147_483_647, currency: 'usd', provider: AWKWARD, expiresAt: new Date() },
    {
      ...{ orderId: order.id, amountCents: 1, taxCents: 1 },
      ...{ currency: 'usd', state: 'paid', provider: 'sandbox', paymentIntentId: 'pi_later', expiresAt: new Date() },
    },
  ]);
  await db.insert(schema.writtenOrders).values({
    ...{
      idempotencyKey: AWKWARD,
      bodyHash: '',
      state: 'paid',
      email: AWKWARD,
      totalCents: 2_147_483_647,
      note: AWKWARD,
    },
    ...{ content: { lines: [{ id: AWKWARD }] } as never, method: 'check', paidOn: '2024-02-29', payToken: 'pay-x' },
  });
  // The sequence has used numbers that no row has any more.
  const details: Record<string, string | number | null>[] = [{ note: AWKWARD, n: 0.1 }, { gone: null }];
  for (const detail of details) {
    await db.insert(schema.orderEvents).values({ orderId: order.id, kind: 'created', detail });
  }
  await db.execute(sql`delete from order_events where detail ? 'gone'`);
  const hash = 'h'.repeat(64);
  await db
    .insert(schema.staff)
    .values([
      { id: 'owner', role: 'owner' },
      { id: 'helper', role: 'helper', name: AWKWARD, email: 'ana@example.com', language: 'es', passwordHash: hash },
    ])
    .onConflictDoNothing();
  await db.insert(schema.adminSessions).values({ tokenHash: hash, staffId: 'helper', passwordFingerprint: hash });
  await db.insert(schema.staffDevices).values({ staffId: 'helper', tokenHash: hash });
  await db.insert(schema.passkeys).values([
    {
      ...{ staffId: 'helper', name: AWKWARD, credentialId: 'AQ', publicKey: Buffer.from([0, 1, 255]) },
      ...{ counter: 4_294_967_295, transports: ['internal', 'hybrid'], host: 'shop.example', lastUsedAt: new Date() },
    },
    { staffId: 'owner', credentialId: 'Ag', publicKey: Buffer.from([]), host: 'localhost', isBackedUp: true },
  ]);
  await db.insert(schema.passkeyChallenges).values({ hash, purpose: 'login', expiresAt: new Date() });
  await db.insert(schema.recoveryCodes).values({ hash, staffId: 'helper' });
  await db.insert(schema.shopSettings).values([
    { key: 'mail', sealed: AWKWARD, names: ['SMTP_URL', AWKWARD], version: 3, triedAt: new Date() },
    { key: 'address', open: { PUBLIC_URL: AWKWARD }, names: ['PUBLIC_URL'], version: 1 },
  ]);
  await db.insert(schema.loginFailures).values({ scope: '192.0.2.1', failures: 3, blockedUntil: new Date() });
  await db.insert(schema.cardDeclines).values({ eventId: 'evt_1', paymentIntentId: 'pi_1' });
  await db.insert(schema.usedProofs).values({ id: hash, expiresAt: new Date() });
  await db
    .insert(schema.cspReports)
    .values({ id: hash, page: '/', directive: 'img-src', blocked: 'inline', count: 1, lastSeenAt: new Date() });
  await db.insert(schema.contentItems).values([
    { kind: 'product', id: 'box40', published: { name: { en: AWKWARD }, priceCents: 2199 }, draft: null },
    { kind: 'product', id: 'new', published: null, draft: { list: [1, null, AWKWARD] } },
  ]);
  await db.insert(schema.contentRevisions).values({
    id: 1,
    author: 'admin',
    changes: [{ kind: 'product', id: 'box40', name: AWKWARD, fields: [], before: null, after: {}, wasDefault: false }],
  });
  await db.insert(schema.journal).values([
    { staffId: 'helper', staffName: AWKWARD, action: 'update', area: 'orders', before: { notes: AWKWARD }, after: {} },
    {
      ...{ staffId: '', staffName: '', call: AWKWARD, action: 'sign_in_refused', area: 'sessions' },
      ...{ subjectKind: 'order', subjectId: order.id, subjectName: AWKWARD, record: AWKWARD, persons: [AWKWARD, ''] },
    },
  ]);
  const setId = '0b5c9a52-7a0e-4c62-8d7c-1f6b3a6de001';
  await db.insert(schema.renderedSets).values({ id: setId, build: 'b', revision: 1 });
  await db.insert(schema.renderedPieces).values({ setId, piece: 0, bytes: Buffer.from([0, 1, 255]) });
  const mediaId = '0b5c9a527a0e4c62';
  await db.insert(schema.media).values([
    { id: mediaId, name: AWKWARD, alt: localized(AWKWARD, ''), focal: [0, 100], widths: [240], readyAt: new Date() },
    { id: 'unfinished', name: '', alt: localized('', ''), focal: [50, 50], deletedAt: new Date() },
  ]);
  const content = Buffer.from(Array.from({ length: 262_144 }, (_, i) => i % 251));
  await db.insert(schema.mediaPieces).values([
    { mediaId, file: 'master.jpg', piece: 0, bytes: content },
    { mediaId, file: '240.avif', piece: 0, bytes: Buffer.from([0, 1, 255]) },
  ]);
  await db
    .insert(schema.lookPieces)
    .values({ name: '0b5c9a527a0e4c62-9x9.svg', piece: 0, bytes: Buffer.from([0, 1, 255]) });
  const labelId = '0b5c9a52-7a0e-4c62-8d7c-1f6b3a6de002';
  await db.insert(schema.labels).values({ id: labelId, orderId: order.id, provider: 'table', failure: AWKWARD });
  await db.insert(schema.labelPieces).values({ labelId, piece: 0, bytes: Buffer.from([0, 1, 255]) });
  await db.insert(schema.settings).values({ key: `key ${AWKWARD}`, value: { admin: AWKWARD, list: [1, null, 'x'] } });
  await db.execute(
    sql`insert into settings (key, value) values ('numbers', '{"big":12345678901234567890.123456789,"e":1e300}')`,
  );
  await db.insert(schema.shippingQuotes).values({ fingerprint: hash, rates: [], expiresAt: new Date() });
  await db.insert(schema.checkouts).values({
    attemptKey: 'a',
    contentHash: hash,
    provider: 'sandbox',
    lines: [],
    address: { fullName: AWKWARD } as never,
    shippingMethod: 'Ground',
    shippingCarrier: 'USPS',
    subtotalCents: 2_147_483_647,
    shippingCents: 0,
    totalCents: -1,
    nextCheckAt: new Date(),
  });
  await db.insert(schema.sandboxPayments).values({
    id: 'pi_1',
    idempotencyKey: 'k',
    clientSecret: 's',
    amountCents: 1,
    currency: 'usd',
    status: 'succeeded',
  });
  await db
    .insert(schema.sandboxRefunds)
    .values({ id: 're_1', idempotencyKey: 'r', paymentId: 'pi_1', amountCents: 1, status: 'succeeded' });
  await db.insert(schema.refunds).values({
    orderId: order.id,
    paymentIntentId: 'pi_1',
    provider: 'sandbox',
    amountCents: 2_147_483_647,
    currency: 'usd',
    lines: [{ id: AWKWARD, quantity: 1 }],
    reason: AWKWARD,
  });
  const codeId = '0b5c9a52-7a0e-4c62-8d7c-1f6b3a6de002';
  await db.insert(schema.discountCodes).values({ id: codeId, code: AWKWARD, kind: 'percent', value: 100 });
  await db.insert(schema.codeUses).values([
    { codeId, attemptKey: AWKWARD, person: AWKWARD, expiresAt: new Date() },
    { codeId, attemptKey: 'b', person: '', orderId: order.id, revenueCents: 2_147_483_647 },
  ]);
  const lotId = '0b5c9a52-7a0e-4c62-8d7c-1f6b3a6de003';
  await db.insert(schema.lots).values([
    { id: lotId, productId: AWKWARD, code: AWKWARD, madeOn: '2026-11-01', bestBy: '9999-12-31' },
    { productId: 'box40', code: '', madeOn: '2026-11-01', bestBy: '2026-11-02', quantity: 1, recallId: lotId },
  ]);
  await db.insert(schema.packedLots).values({ orderId: order.id, lotId, quantity: 2_147_483_647 });
  const recallText = localized(AWKWARD, '');
  await db.insert(schema.recalls).values([
    {
      ...{ id: lotId, productId: AWKWARD, isWhole: false, subject: recallText, reason: recallText, todo: recallText },
      ...{ notice: recallText, maybeFrom: '2026-01-01', maybeTo: '9999-12-31', writtenAt: new Date() },
    },
    { id: order.id, productId: '', isWhole: true, subject: recallText, reason: recallText, todo: recallText },
  ]);
  await db.insert(schema.recallOrders).values([
    {
      recallId: lotId,
      orderId: order.id,
      quantity: 1,
      isSure: true,
      hasLeft: true,
      writtenFor: order.id,
      state: 'mailed',
    },
    { recallId: order.id, orderId: order.id, quantity: 0, isSure: false, hasLeft: false, state: 'unsent' },
  ]);
  await db
    .insert(schema.taxRegistrations)
    .values({ state: 'TX', rateMilli: 6250, taxesShipping: true, taxesFood: false, since: '2026-01-01' });
  await db.insert(schema.taxRecords).values({
    orderId: order.id,
    kind: 'refund',
    reference: labelId,
    provider: 'stripe',
    amountCents: 2_147_483_647,
    state: 'look',
    failure: AWKWARD,
    nextCheckAt: new Date(),
  });
  await db.insert(schema.productStock).values([
    { productId: AWKWARD, onHand: -1, lowAt: 2_147_483_647 },
    { productId: 'box40', onHand: null },
  ]);
  await db
    .insert(schema.stockHolds)
    .values({ attemptKey: AWKWARD, productId: 'box40', quantity: 99, expiresAt: new Date() });
  await db
    .insert(schema.stockMovements)
    .values({ productId: 'box40', kind: 'sale', delta: -1, onHand: 0, reason: AWKWARD, orderId: order.id });
  await db
    .insert(schema.paymentAnomalies)
    .values({ paymentIntentId: 'pi_2', kind: 'amount', detail: { text: AWKWARD, none: null } });
  await db
    .insert(schema.emailTemplates)
    .values({ templateKey: 'order_confirmation', language: 'es', subject: AWKWARD, body: `${AWKWARD}\n`.repeat(500) });
  const mail = {
    templateKey: 'k',
    language: 'en',
    to: 'a@b.example',
    subject: AWKWARD,
    text: '',
    status: 'queued',
  } as const;
  await db.insert(schema.emails).values([
    { ...mail, html: '<p>'.repeat(50_000), messageId: '1', orderId: order.id, lastError: AWKWARD },
    { ...mail, html: '', messageId: '2' },
  ]);
  await db.insert(schema.wholesaleInquiries).values({
    businessName: AWKWARD,
    contactName: 'Núñez',
    email: 'a@b.example',
    phone: '+1 (305) 555-0111',
    storeType: 'other',
    location: 'Kendall',
    message: null,
  });
  const accountId = '0b5c9a52-7a0e-4c62-8d7c-1f6b3a6de003';
  await db.insert(schema.accounts).values([
    {
      ...{ id: accountId, businessName: AWKWARD, notes: AWKWARD, onHold: true, creditLimitCents: 2_147_483_647 },
      ...{ certificateNumber: AWKWARD, certificateState: 'FL', certificateEndsOn: '2026-12-31' },
      certificateFile: { id: labelId, name: AWKWARD, type: 'application/pdf', bytes: 3 },
      addresses: [
        { label: AWKWARD, addressLine1: AWKWARD, addressLine2: null, city: AWKWARD, state: 'FL', zipCode: '33135' },
      ],
    },
    { businessName: '' },
  ]);
  await db
    .insert(schema.accountPeople)
    .values({ accountId, position: 0, fullName: AWKWARD, email: 'a@b.example', language: 'es' });
  await db
    .insert(schema.certificatePieces)
    .values({ accountId, file: labelId, piece: 0, bytes: Buffer.from([0, 1, 255]) });
  const line = { productId: AWKWARD, unitsPerCase: 12, priceCents: 2_147_483_647, minimumCases: 1 };
  await db.insert(schema.priceLists).values([
    { id: 'default', lines: [line] },
    { id: accountId, accountId, lines: [] },
  ]);
  await db
    .insert(schema.visitDays)
    .values({ day: '2026-11-21', page: '/', source: AWKWARD, language: 'es', visits: 2_147_483_647, views: 0 });
  await db
    .insert(schema.storeLocations)
    .values({ name: AWKWARD, address: '1 Main', storeType: 'other', latitude: '-89.9999999', longitude: '0.0000001' });
}

/**
 * Every row of every table in PostgreSQL's own text output, including generated columns; independent of a backup's
 * code.
 */
export async function contentsOf(db: Executor): Promise<Record<string, string[]>> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`set local time zone 'UTC'`);
    const found: Record<string, string[]> = {};
    const tables = await rowsOf<{ name: string }>(
      tx,
      sql`select table_name as name from information_schema.tables
        where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`,
    );
    for (const { name } of tables) {
      const rows = await rowsOf<{ row: string }>(tx, sql`select t::text as row from ${sql.identifier(name)} t`);
      found[name] = rows.map(({ row }) => row).sort();
    }
    const [next] = await rowsOf<{ value: string }>(
      tx,
      sql`select last_value || ' ' || is_called as value from order_events_id_seq`,
    );
    found.sequences = [String(next?.value)];
    return found;
  });
}

/** Tables that a backup leaves empty. */
export const LEFT_OUT = [
  'admin_sessions',
  'login_failures',
  'passkey_challenges',
  'csp_reports',
  'card_declines',
  'used_proofs',
  'live_changes',
  'rendered_sets',
  'rendered_pieces',
];

/**
 * The expected content of a restored database after a backup of `before`: everything except what belongs to the running
 * shop.
 */
export function withoutSessions(contents: Record<string, string[]>): Record<string, string[]> {
  const empty = Object.fromEntries(LEFT_OUT.map((table) => [table, []]));
  // The only line, which makes open dashboards read everything again.
  return { ...contents, ...empty, live_changes: [expect.stringMatching(/^\(\d+,\d+,content,many,,,,"/)] };
}

/** Opens a database like the shop, for the duration of the work. */
export async function withDatabase<T>(place: Place, work: (db: Executor) => Promise<T>): Promise<T> {
  const connection = await connectDatabase(place);
  try {
    return await work(connection.db);
  } finally {
    await connection.close();
  }
}

/** A temporary folder, and its removal. */
export function temporaryFolder(): { folder: string; remove(): void; at(name: string): string } {
  const folder = mkdtempSync(join(tmpdir(), 'shop-backup-'));
  return {
    folder,
    remove: () => rmSync(folder, { recursive: true, force: true }),
    at: (name) => join(folder, name),
  };
}

/** A database with rows in every table, its backup in a file, and databases to restore it into. */
export async function backedUpShop() {
  const files = temporaryFolder();
  const file = files.at('one.backup.gz');
  const source = await prepareEngine();
  const before = await withDatabase(placeOf(source), async (db) => {
    await fillEveryTable(db);
    return contentsOf(db);
  });
  await writeBackupFromOutside(placeOf(source), file, WRITTEN_AT);
  return {
    files,
    file,
    before,
    /** Runs work on a database with empty tables, or on one without tables. */
    withTarget: async (work: (place: Place) => Promise<void>, { isEmpty = false } = {}): Promise<void> => {
      const target = await prepareEngine({ isEmpty });
      await work(placeOf(target));
      await target.remove();
    },
    /** Writes a changed copy with correct counts and checksum. */
    rewrite: (path: string, change: (lines: string[]) => void): void => {
      const lines = gunzipSync(readFileSync(file)).toString().split('\n').slice(0, -2);
      change(lines);
      const text = `${lines.join('\n')}\n`;
      const rows = lines.filter((line) => line.startsWith('[')).length;
      const sha256 = createHash('sha256').update(text).digest('hex');
      writeFileSync(path, gzipSync(`${text}${JSON.stringify({ rows, sha256 })}\n`));
    },
    remove: async () => {
      await source.remove();
      files.remove();
    },
  };
}

export const WRITTEN_AT = new Date('2026-11-21T08:00:00Z');
export const placeOf = ({ options }: Engine): Place => ({
  databaseUrl: options.env.DATABASE_URL,
  dataDir: options.dataDir,
});
/** How `restoreBackup` treats a non-empty database. */
export const NEW = { mayOverwrite: false };
export const OVER = { mayOverwrite: true };
