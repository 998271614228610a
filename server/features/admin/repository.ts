import { and, desc, eq, gt, inArray, lt, ne, sql } from 'drizzle-orm';
import type { Executor } from '#server/db/connect.ts';
import { settings } from '#server/db/settings.ts';
import { OWNER } from '#shared/admin/staff.ts';
import { adminSessions, loginFailures, staff, staffDevices } from './schema.ts';

/* ---- the password's hash ---- */

/** Setting keys of the password hash: of a password set by the owner or generated, or of ADMIN_PASSWORD. */
export type PasswordKey = 'admin_password' | 'admin_password_env';

export async function findPasswordHash(db: Executor, key: PasswordKey): Promise<string | null> {
  const [row] = await db.select({ value: settings.value }).from(settings).where(eq(settings.key, key));
  return (row?.value as { hash: string } | undefined)?.hash ?? null;
}

/** Whether the stored password is the one generated at the first start; `null` when none is stored. */
export async function isPasswordGenerated(db: Executor): Promise<boolean | null> {
  const [row] = await db
    .select({ value: settings.value })
    .from(settings)
    .where(eq(settings.key, 'admin_password' satisfies PasswordKey));
  return row ? (row.value as { isGenerated?: boolean }).isGenerated === true : null;
}

/** Stores the hash of a generated password unless one exists. @returns whether it did */
export async function insertGeneratedHash(db: Executor, key: PasswordKey, hash: string): Promise<boolean> {
  const rows = await db
    .insert(settings)
    .values({ key, value: { hash, isGenerated: true } })
    .onConflictDoNothing()
    .returning({ key: settings.key });
  return rows.length === 1;
}

export async function savePasswordHash(db: Executor, key: PasswordKey, hash: string, now: Date): Promise<void> {
  await db
    .insert(settings)
    .values({ key, value: { hash }, updatedAt: now })
    .onConflictDoUpdate({ target: settings.key, set: { value: { hash }, updatedAt: now } });
}

/** Replaces the stored hash, unless another has taken its place meanwhile. @returns whether it did */
export async function replacePasswordHash(
  db: Executor,
  key: PasswordKey,
  { from, to }: { from: string; to: string },
  now: Date,
): Promise<boolean> {
  const rows = await db
    .update(settings)
    .set({ value: { hash: to }, updatedAt: now })
    .where(and(eq(settings.key, key), eq(sql`${settings.value} ->> 'hash'`, from)))
    .returning({ key: settings.key });
  return rows.length === 1;
}

/** A mailed link that sets the password: the SHA-256 of its token, and the password that it replaces. */
type PasswordLink = { tokenHash: string; fingerprint: string; endsAt: Date };
const LINK_KEY = 'admin_password_link';

export async function savePasswordLink(db: Executor, { endsAt, ...link }: PasswordLink): Promise<void> {
  const value = { ...link, endsAt: endsAt.toISOString() };
  await db
    .insert(settings)
    .values({ key: LINK_KEY, value })
    .onConflictDoUpdate({ target: settings.key, set: { value, updatedAt: new Date() } });
}

export async function findPasswordLink(db: Executor): Promise<PasswordLink | null> {
  const [row] = await db.select({ value: settings.value }).from(settings).where(eq(settings.key, LINK_KEY));
  if (!row) return null;
  const { endsAt, ...link } = row.value as Omit<PasswordLink, 'endsAt'> & { endsAt: string };
  return { ...link, endsAt: new Date(endsAt) };
}

export async function deletePasswordLink(db: Executor): Promise<void> {
  await db.delete(settings).where(eq(settings.key, LINK_KEY));
}

/* ---- people ---- */

export type StaffRow = typeof staff.$inferSelect;

/** Writes the owner's row unless it exists. */
export async function insertOwner(db: Executor): Promise<void> {
  await db.insert(staff).values({ id: OWNER, role: 'owner' }).onConflictDoNothing();
}

export async function findPerson(db: Executor, id: string): Promise<StaffRow | null> {
  const [row] = await db.select().from(staff).where(eq(staff.id, id));
  return row ?? null;
}

/**
 * Replaces a helper's hash, unless another has taken its place meanwhile. A link that sets a password ends with it.
 *
 * @returns whether it did
 */
export async function replaceHelperHash(
  db: Executor,
  id: string,
  { from, to }: { from: string; to: string },
): Promise<boolean> {
  const rows = await db
    .update(staff)
    .set({ passwordHash: to, linkHash: null, linkEndsAt: null })
    .where(and(eq(staff.id, id), eq(staff.passwordHash, from)))
    .returning({ id: staff.id });
  return rows.length === 1;
}

/** @param email in lower case */
export async function findHelperByEmail(db: Executor, email: string): Promise<StaffRow | null> {
  const [row] = await db
    .select()
    .from(staff)
    .where(and(eq(staff.email, email), eq(staff.role, 'helper')));
  return row ?? null;
}

/** Records the time of a helper's last use. */
export async function touchHelper(db: Executor, id: string, now: Date): Promise<void> {
  await db.update(staff).set({ lastUsedAt: now }).where(eq(staff.id, id));
}

/** Locks a person's row, so that the rows that belong to the person are counted correctly until the commit. */
export async function holdPerson(tx: Executor, id: string): Promise<StaffRow | null> {
  const [row] = await tx.select().from(staff).where(eq(staff.id, id)).for('update');
  return row ?? null;
}

export async function updatePerson(
  db: Executor,
  id: string,
  changes: Partial<Pick<StaffRow, 'name' | 'language'>>,
): Promise<StaffRow | null> {
  if (Object.keys(changes).length === 0) return findPerson(db, id);
  const [row] = await db.update(staff).set(changes).where(eq(staff.id, id)).returning();
  return row ?? null;
}

/* ---- devices ---- */

/** @returns whether the person has signed in with it before */
export async function touchDevice(db: Executor, staffId: string, tokenHash: string, now: Date): Promise<boolean> {
  const rows = await db
    .update(staffDevices)
    .set({ lastUsedAt: now })
    .where(and(eq(staffDevices.staffId, staffId), eq(staffDevices.tokenHash, tokenHash)))
    .returning({ staffId: staffDevices.staffId });
  return rows.length > 0;
}

/** Adds a device, and forgets the least recently used beyond `most`. @returns whether it is the person's first */
export async function addDevice(
  db: Executor,
  device: { staffId: string; tokenHash: string; lastUsedAt: Date },
  most: number,
): Promise<boolean> {
  const own = eq(staffDevices.staffId, device.staffId);
  const before = await db
    .select({ tokenHash: staffDevices.tokenHash })
    .from(staffDevices)
    .where(own)
    .orderBy(desc(staffDevices.lastUsedAt));
  const over = before.slice(most - 1).map(({ tokenHash }) => tokenHash);
  if (over.length > 0) await db.delete(staffDevices).where(and(own, inArray(staffDevices.tokenHash, over)));
  await db.insert(staffDevices).values(device);
  return before.length === 0;
}

/* ---- sessions ---- */

export type SessionRow = typeof adminSessions.$inferSelect;

/** A session with the person whom it belongs to. */
export type StaffSession = { session: SessionRow; person: StaffRow };

export async function findSession(db: Executor, tokenHash: string): Promise<StaffSession | null> {
  const [row] = await selectSessions(db).where(eq(adminSessions.tokenHash, tokenHash));
  return row ?? null;
}

const selectSessions = (db: Executor) =>
  db
    .select({ session: adminSessions, person: staff })
    .from(adminSessions)
    .innerJoin(staff, eq(staff.id, adminSessions.staffId));

export async function insertSession(db: Executor, session: SessionRow): Promise<void> {
  await db.insert(adminSessions).values(session);
}

/**
 * Also resets a creation time in the future (written while the clock was ahead); the session's age counts from now on.
 */
export async function touchSession(db: Executor, tokenHash: string, now: Date): Promise<void> {
  await db
    .update(adminSessions)
    .set({
      lastSeenAt: now,
      createdAt: sql`least(${adminSessions.createdAt}, ${now.toISOString()}::timestamptz)`,
    })
    .where(eq(adminSessions.tokenHash, tokenHash));
}

/** @returns whether there was one */
export async function deleteSession(db: Executor, tokenHash: string): Promise<boolean> {
  const same = eq(adminSessions.tokenHash, tokenHash);
  const rows = await db.delete(adminSessions).where(same).returning({ tokenHash: adminSessions.tokenHash });
  return rows.length > 0;
}

/** Whose sessions: one person's, or everybody's with `null`. */
const sessionsOf = (staffId: string | null) => (staffId === null ? undefined : eq(adminSessions.staffId, staffId));

/** One person's sessions, or everybody's, last used first. */
export function listSessions(db: Executor, staffId: string | null): Promise<StaffSession[]> {
  return selectSessions(db).where(sessionsOf(staffId)).orderBy(desc(adminSessions.lastSeenAt));
}

/** @param name the beginning of its hash. @returns whether there was one */
export async function deleteSessionNamed(db: Executor, staffId: string | null, name: string): Promise<boolean> {
  const isNamed = eq(sql`left(${adminSessions.tokenHash}, ${name.length}::int)`, name);
  const rows = await db
    .delete(adminSessions)
    .where(and(sessionsOf(staffId), isNamed))
    .returning({ tokenHash: adminSessions.tokenHash });
  return rows.length > 0;
}

/** @returns how many were ended */
export async function deleteSessionsBut(db: Executor, staffId: string | null, tokenHash: string): Promise<number> {
  const rows = await db
    .delete(adminSessions)
    .where(and(sessionsOf(staffId), ne(adminSessions.tokenHash, tokenHash)))
    .returning({ tokenHash: adminSessions.tokenHash });
  return rows.length;
}

export async function deleteSessionsOf(db: Executor, staffId: string): Promise<void> {
  await db.delete(adminSessions).where(eq(adminSessions.staffId, staffId));
}

/** Those of everybody. */
export async function deleteAllSessions(db: Executor): Promise<void> {
  await db.delete(adminSessions);
}

export async function deleteSessionsSeenBefore(db: Executor, moment: Date): Promise<void> {
  await db.delete(adminSessions).where(lt(adminSessions.lastSeenAt, moment));
}

/* ---- login attempts ---- */

/**
 * Takes one attempt from a scope that regains one every `intervalMs` and holds at most `burst` (GCRA). One statement,
 * so that the limit holds for all instances together. A stored time beyond the possible maximum was written while the
 * clock was ahead, and is ignored.
 *
 * @returns when the scope will have all its attempts again; `null` when it has none left
 */
export async function takeTry(
  db: Executor,
  scope: string,
  { burst, intervalMs }: { burst: number; intervalMs: number },
  now: Date,
): Promise<Date | null> {
  const interval = sql`make_interval(secs => ${intervalMs / 1000}::float8)`;
  const furthest = sql`${furthestWholeAt(now, burst * intervalMs).toISOString()}::timestamptz`;
  const nowText = sql`${now.toISOString()}::timestamptz`;
  const [row] = await db
    .insert(loginFailures)
    .values({ scope, failures: 1, blockedUntil: new Date(now.getTime() + intervalMs), updatedAt: now })
    .onConflictDoUpdate({
      target: loginFailures.scope,
      set: {
        failures: sql`${loginFailures.failures} + 1`,
        blockedUntil: sql`case when ${loginFailures.blockedUntil} > ${furthest} then ${nowText}
          else greatest(${loginFailures.blockedUntil}, ${nowText}) end + ${interval}`,
        updatedAt: now,
      },
      setWhere: sql`${loginFailures.blockedUntil} <= ${new Date(now.getTime() + (burst - 1) * intervalMs).toISOString()}::timestamptz
        or ${loginFailures.blockedUntil} > ${furthest}`,
    })
    .returning({ arrivalTime: loginFailures.blockedUntil });
  return row?.arrivalTime ?? null;
}

/** Instances' clocks differ by less than a minute. A stored time further ahead is wrong. */
const furthestWholeAt = (now: Date, fullMs: number) => new Date(now.getTime() + fullMs + 60_000);

/** When a scope will have all its attempts again, if that is in the future. */
export async function findArrivalTime(db: Executor, scope: string, now: Date): Promise<Date | null> {
  const [row] = await db
    .select({ arrivalTime: loginFailures.blockedUntil })
    .from(loginFailures)
    .where(and(eq(loginFailures.scope, scope), gt(loginFailures.blockedUntil, now)));
  return row?.arrivalTime ?? null;
}

export async function deleteTries(db: Executor, scope: string): Promise<void> {
  await db.delete(loginFailures).where(eq(loginFailures.scope, scope));
}

/** At most 1,000 rows in one call; skips rows that another instance has locked. */
export async function deleteTriesWholeBefore(db: Executor, moment: Date): Promise<void> {
  const whole = db
    .select({ scope: loginFailures.scope })
    .from(loginFailures)
    .where(lt(loginFailures.blockedUntil, moment))
    .limit(1000)
    .for('update', { skipLocked: true });
  await db.delete(loginFailures).where(inArray(loginFailures.scope, whole));
}
