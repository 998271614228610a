import { createHash, randomBytes } from 'node:crypto';
import { isIP } from 'node:net';
import type { Executor } from '#server/db/connect.ts';
import type { BaseDeps } from '#server/deps.ts';
import { AppError } from '#server/errors.ts';
import type { AdminSession } from '#shared/admin/admin.ts';
import { OWNER, type Role } from '#shared/admin/staff.ts';
import { currentPasswordHash, fingerprintOf, passwordHashOf } from './credentials.ts';
import { deviceName } from './device.ts';
import { admitTry, forgiveTries } from './login-throttle.ts';
import { verifyPassword } from './password.ts';
import {
  deleteSession,
  deleteSessionNamed,
  deleteSessionsBut,
  deleteSessionsSeenBefore,
  findSession,
  insertSession,
  listSessions,
  type StaffRow,
  type StaffSession,
  touchSession,
} from './repository.ts';

const HOUR_MS = 3_600_000;
const IDLE_MS = 12 * HOUR_MS;
/** Absolute lifetime of a session from its login, regardless of use. */
export const ABSOLUTE_MS = 7 * 24 * HOUR_MS;
/** Minimum time between two writes of a session's last use. */
const TOUCH_MS = 60_000;

export type SessionDeps = Pick<BaseDeps, 'db' | 'config' | 'clock' | 'log' | 'metrics'>;
/** Who makes a call under /api/admin. */
export type StaffMember = Pick<StaffRow, 'id' | 'name' | 'language'> & { role: Role };
/** Where a call comes from: its IP address and its browser's header. */
export type Caller = { address: string; userAgent?: string | undefined };

/**
 * Opens a session for the right password.
 *
 * @param attempt.oldToken the cookie's previous token, whose session ends
 * @returns the new session's token, only for the cookie
 * @throws AppError `login_failed` · `too_many`
 */
export async function logIn(
  deps: SessionDeps,
  attempt: Caller & { password: string; oldToken: string | null },
): Promise<string> {
  const { db, config, clock } = deps;
  await admitTry(deps, attempt.address);
  const hash = await currentPasswordHash(db, config);
  if (hash === null || !(await verifyPassword(hash, attempt.password))) {
    deps.metrics.logins.inc({ outcome: 'refused' });
    deps.log.warn({ event: 'login_failed', address: attempt.address }, 'wrong admin password');
    throw new AppError('login_failed');
  }
  const token = await db.transaction(async (tx) => {
    await forgiveTries({ db: tx, clock }, attempt.address);
    if (attempt.oldToken) await deleteSession(tx, hashOf(attempt.oldToken));
    await deleteSessionsSeenBefore(tx, new Date(clock.now().getTime() - IDLE_MS));
    return openSession({ db: tx, clock }, attempt, { staffId: OWNER, passwordHash: hash });
  });
  deps.metrics.logins.inc({ outcome: 'ok' });
  deps.log.info({ event: 'login', address: attempt.address, session: sessionName(token) }, 'admin logged in');
  return token;
}

/** Stores a person's new session, which lasts as long as this password. @returns its token, only for the cookie */
export async function openSession(
  { db, clock }: { db: Executor; clock: SessionDeps['clock'] },
  { address, userAgent }: Caller,
  { staffId, passwordHash }: { staffId: string; passwordHash: string },
): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const now = clock.now();
  await insertSession(db, {
    tokenHash: hashOf(token),
    staffId,
    passwordFingerprint: fingerprintOf(passwordHash),
    device: deviceName(userAgent),
    address: isIP(address) ? address : null,
    createdAt: now,
    lastSeenAt: now,
  });
  return token;
}

/**
 * The person to whom a cookie's token grants access: known, neither idle nor too old, opened with the present password.
 *
 * @param isUse whether the call counts as use; automatic calls of a page do not
 */
export async function staffOf(
  { db, config, clock }: SessionDeps,
  token: string | null,
  isUse = true,
): Promise<StaffMember | null> {
  const found = token === null ? null : await findSession(db, hashOf(token));
  if (!found) return null;
  const { session, person } = found;
  const now = clock.now().getTime();
  if (!isLive(found, now, await passwordHashOf(db, config, person))) return null;
  // Also if its times are in the future, written while the clock was ahead, because the session would live longer.
  const isAhead = Math.max(session.lastSeenAt.getTime(), session.createdAt.getTime()) - now > TOUCH_MS;
  if (isAhead || (isUse && now - session.lastSeenAt.getTime() > TOUCH_MS)) {
    await touchSession(db, session.tokenHash, new Date(now));
  }
  const { id, role, name, language } = person;
  return { id, role, name, language };
}

/** Whether a cookie's token grants access to anybody; see `staffOf`. */
export async function isLiveSession(deps: SessionDeps, token: string | null): Promise<boolean> {
  return (await staffOf(deps, token)) !== null;
}

/** Neither idle nor too old, and opened with the person's present password. */
function isLive({ session }: StaffSession, now: number, passwordHash: string | null): boolean {
  const { lastSeenAt, createdAt, passwordFingerprint } = session;
  if (now - lastSeenAt.getTime() > IDLE_MS || now - createdAt.getTime() > ABSOLUTE_MS) return false;
  return passwordHash !== null && passwordFingerprint === fingerprintOf(passwordHash);
}

/** Ends a session for good. */
export async function logOut({ db, log }: SessionDeps, token: string | null, address: string): Promise<void> {
  if (token === null || !(await deleteSession(db, hashOf(token)))) return;
  log.info({ event: 'logout', address, session: sessionName(token) }, 'admin logged out');
}

const NAME_LENGTH = 12;
/** Id of a session in lists and logs: the beginning of its token's hash, which grants no access. */
export const sessionName = (token: string) => hashOf(token).slice(0, NAME_LENGTH);

/** All valid sessions, last used first. */
export async function listLiveSessions(
  { db, config, clock }: SessionDeps,
  token: string | null,
): Promise<AdminSession[]> {
  const now = clock.now().getTime();
  const ownersHash = await currentPasswordHash(db, config);
  const sessions = await listSessions(db);
  return sessions
    .filter((found) => isLive(found, now, found.person.id === OWNER ? ownersHash : found.person.passwordHash))
    .map(({ session: { tokenHash, device, address, createdAt, lastSeenAt } }) => ({
      id: tokenHash.slice(0, NAME_LENGTH),
      device,
      address,
      createdAt: createdAt.toISOString(),
      lastSeenAt: lastSeenAt.toISOString(),
      isCurrent: token !== null && tokenHash === hashOf(token),
    }));
}

/** Ends one session by its name. @throws AppError `not_found` */
export async function endSession({ db }: SessionDeps, name: string): Promise<void> {
  if (!(await deleteSessionNamed(db, name))) throw new AppError('not_found');
}

/** Ends every session but the caller's. @returns how many */
export async function endOtherSessions({ db }: SessionDeps, token: string | null): Promise<number> {
  return token === null ? 0 : deleteSessionsBut(db, hashOf(token));
}

const hashOf = (token: string) => createHash('sha256').update(token).digest('hex');
