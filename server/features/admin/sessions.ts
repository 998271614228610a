import { createHash, randomBytes } from 'node:crypto';
import { isIP } from 'node:net';
import type { Executor } from '#server/db/connect.ts';
import type { BaseDeps } from '#server/deps.ts';
import { AppError } from '#server/errors.ts';
import type { OutboxDeps } from '#server/features/emails/outbox.ts';
import { noteSession } from '#server/features/journal/service.ts';
import type { AdminSession } from '#shared/admin/admin.ts';
import { OWNER, type Role } from '#shared/admin/staff.ts';
import { currentPasswordHash, fingerprintOf, NO_PASSWORD_HASH, passwordHashOf } from './credentials.ts';
import { type Caller, deviceName } from './device.ts';
import { noteDevice } from './devices.ts';
import { admitTry, forgiveTries } from './login-throttle.ts';
import { verifyPassword } from './password.ts';
import {
  deleteSession,
  deleteSessionNamed,
  deleteSessionsBut,
  deleteSessionsSeenBefore,
  findHelperByEmail,
  findPerson,
  findSession,
  insertSession,
  listSessions,
  type StaffRow,
  type StaffSession,
  touchHelper,
  touchSession,
} from './repository.ts';

const HOUR_MS = 3_600_000;
const IDLE_MS = 12 * HOUR_MS;
/** Absolute lifetime of a session from its login, regardless of use. */
export const ABSOLUTE_MS = 7 * 24 * HOUR_MS;
/** Minimum time between two writes of a session's last use. */
const TOUCH_MS = 60_000;

export { findPerson, holdPerson } from './repository.ts';

export type SessionDeps = Pick<BaseDeps, 'db' | 'config' | 'clock' | 'log' | 'metrics'>;
/** Signing in may also mail the person. */
export type SignInDeps = SessionDeps & OutboxDeps;
/** Who makes a call under /api/admin. */
export type StaffMember = Pick<StaffRow, 'id' | 'name' | 'language'> & { role: Role };
/** Somebody who signs in, with the token of the browser's previous session, which then ends. */
export type Arrival = Caller & { oldToken: string | null };

/**
 * Opens a session for the right password. An unknown address takes as long as a wrong password, and is answered alike.
 *
 * @param attempt.email of a helper; the owner has none
 * @returns the new session's token, only for the cookie
 * @throws AppError `login_failed` · `too_many`
 */
export async function logIn(
  deps: SignInDeps,
  attempt: Arrival & { email?: string | undefined; password: string },
): Promise<string> {
  await admitTry(deps, attempt.address);
  const { staffId, hash } = await accountOf(deps, attempt.email);
  const isRight = await verifyPassword(hash ?? NO_PASSWORD_HASH, attempt.password);
  const token =
    hash === null || !isRight
      ? null
      : await deps.db.transaction((tx) => enter(tx, deps, attempt, { staffId, passwordHash: hash }));
  if (token === null) {
    await noteRefused(deps, attempt, 'wrong admin password');
    throw new AppError('login_failed');
  }
  noteEntered(deps, attempt, { token, staffId });
  return token;
}

/**
 * The last step of every way of signing in, in its transaction, once the person has proved their identity. It opens
 * their session and ends the browser's previous one.
 *
 * @param account with the hash of the password that was checked: a newer one would outlive its change
 * @param isTold where another mail of the transaction names the device
 * @returns the new session's token, only for the cookie; `null` if the person was removed meanwhile
 */
export async function enter(
  tx: Executor,
  deps: SignInDeps,
  arrival: Arrival,
  { staffId, passwordHash }: { staffId: string; passwordHash: string },
  isTold = false,
): Promise<string | null> {
  const { clock } = deps;
  // First, because it locks the row exclusively: two sign-ins that already shared a lock on it would deadlock.
  if (!(await noteDevice(tx, deps, arrival, staffId, isTold))) return null;
  await forgiveTries({ db: tx, clock }, arrival.address, staffId);
  if (arrival.oldToken) await deleteSession(tx, hashOf(arrival.oldToken));
  await deleteSessionsSeenBefore(tx, new Date(clock.now().getTime() - IDLE_MS));
  return openSession({ db: tx, clock }, arrival, { staffId, passwordHash });
}

/**
 * Like `enter`, after a proof other than the password.
 *
 * @returns `null` also without a password, such as before an invitation is accepted
 */
export async function enterWithout(
  tx: Executor,
  deps: SignInDeps,
  arrival: Arrival,
  staffId: string,
  isTold = false,
): Promise<string | null> {
  const person = await findPerson(tx, staffId);
  const passwordHash = person && (await passwordHashOf(tx, deps.config, person));
  return passwordHash ? enter(tx, deps, arrival, { staffId, passwordHash }, isTold) : null;
}

/** Counts and logs a sign-in, after its transaction. @param by another proof than the password */
export function noteEntered(
  { metrics, log }: SessionDeps,
  { address }: Caller,
  { token, staffId, by }: { token: string; staffId: string; by?: 'passkey' | 'recovery_code' },
): void {
  metrics.logins.inc({ outcome: 'ok' });
  const line = { event: 'login', address, session: sessionName(token), person: staffId, ...(by && { by }) };
  log.info(line, 'somebody signed in to the admin');
}

/** Counts and logs a refused sign-in, and writes it to the journal. */
export async function noteRefused(
  { db, metrics, log }: SessionDeps,
  caller: Caller,
  text: string,
  reason?: string,
): Promise<void> {
  metrics.logins.inc({ outcome: 'refused' });
  log.warn({ event: 'login_failed', address: caller.address, ...(reason && { reason }) }, text);
  await noteSession(db, 'sign_in_refused', null, originOf(caller));
}

/**
 * The account that a password is checked for: without an address the owner's. `hash` is `null` if it has no password.
 */
async function accountOf(
  { db, config }: SessionDeps,
  email: string | undefined,
): Promise<{ staffId: string; hash: string | null }> {
  if (email === undefined) return { staffId: OWNER, hash: await currentPasswordHash(db, config) };
  const helper = await findHelperByEmail(db, staffEmail(email));
  return { staffId: helper?.id ?? '', hash: helper?.passwordHash ?? null };
}

/**
 * Stores a person's new session, which lasts as long as this password, with its line in the journal.
 *
 * @returns its token, only for the cookie
 */
export async function openSession(
  { db, clock }: { db: Executor; clock: SessionDeps['clock'] },
  caller: Caller,
  { staffId, passwordHash }: { staffId: string; passwordHash: string },
): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const now = clock.now();
  await insertSession(db, {
    tokenHash: hashOf(token),
    staffId,
    passwordFingerprint: fingerprintOf(passwordHash),
    ...originOf(caller),
    createdAt: now,
    lastSeenAt: now,
  });
  if (staffId !== OWNER) await touchHelper(db, staffId, now);
  await noteSession(db, 'sign_in', await findPerson(db, staffId), originOf(caller));
  return token;
}

/** Where a session is opened from, as it is stored. */
export const originOf = ({ address, userAgent }: Caller) => ({
  device: deviceName(userAgent),
  address: isIP(address) ? address : null,
});

/**
 * The person to whom a cookie's token grants access: known, neither idle nor too old, opened with the current password.
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
    if (isUse && person.id !== OWNER) await touchHelper(db, person.id, new Date(now));
  }
  const { id, role, name, language } = person;
  return { id, role, name, language };
}

/** Whether a cookie's token grants access to anybody; see `staffOf`. */
export async function isLiveSession(deps: SessionDeps, token: string | null): Promise<boolean> {
  return (await staffOf(deps, token)) !== null;
}

/** Neither idle nor too old, and opened with the person's current password. */
function isLive({ session }: StaffSession, now: number, passwordHash: string | null): boolean {
  const { lastSeenAt, createdAt, passwordFingerprint } = session;
  if (now - lastSeenAt.getTime() > IDLE_MS || now - createdAt.getTime() > ABSOLUTE_MS) return false;
  return passwordHash !== null && passwordFingerprint === fingerprintOf(passwordHash);
}

/** Ends a session for good. */
export async function logOut({ db, log }: SessionDeps, token: string | null, address: string): Promise<void> {
  const found = token === null ? null : await findSession(db, hashOf(token));
  if (token === null || !found) return;
  const isEnded = await db.transaction(async (tx) => {
    // Another tab may have ended it meanwhile.
    if (!(await deleteSession(tx, hashOf(token)))) return false;
    await noteSession(tx, 'sign_out', found.person, originOf({ address }));
    return true;
  });
  if (!isEnded) return;
  log.info({ event: 'logout', address, session: sessionName(token) }, 'admin logged out');
}

const NAME_LENGTH = 12;
/** Id of a session in lists and logs: the beginning of its token's hash, which grants no access. */
export const sessionName = (token: string) => hashOf(token).slice(0, NAME_LENGTH);

/** Whose sessions a person sees and ends: their own, and the owner everybody's (`null`). */
const reachOf = ({ id, role }: StaffMember) => (role === 'owner' ? null : id);

/** The caller's valid sessions, and for the owner those of helpers, last used first. @param token is marked */
export async function listLiveSessions(
  { db, config, clock }: SessionDeps,
  caller: StaffMember,
  token: string | null,
): Promise<AdminSession[]> {
  const now = clock.now().getTime();
  const ownersHash = await currentPasswordHash(db, config);
  const sessions = await listSessions(db, reachOf(caller));
  return sessions
    .filter((found) => isLive(found, now, found.person.id === OWNER ? ownersHash : found.person.passwordHash))
    .map(({ session: { tokenHash, device, address, createdAt, lastSeenAt }, person }) => ({
      id: tokenHash.slice(0, NAME_LENGTH),
      person: person.id === caller.id ? null : person.name || person.email,
      device,
      address,
      createdAt: createdAt.toISOString(),
      lastSeenAt: lastSeenAt.toISOString(),
      isCurrent: token !== null && tokenHash === hashOf(token),
    }));
}

/** Ends one session of the caller's list by its name. @throws AppError `not_found` */
export async function endSession({ db }: SessionDeps, caller: StaffMember, name: string): Promise<void> {
  if (!(await deleteSessionNamed(db, reachOf(caller), name))) throw new AppError('not_found');
}

/** Ends every session of the caller's list but the one that calls. @returns how many */
export async function endOtherSessions(
  { db }: SessionDeps,
  caller: StaffMember,
  token: string | null,
): Promise<number> {
  return token === null ? 0 : deleteSessionsBut(db, reachOf(caller), hashOf(token));
}

/** The stored form of a person's mail address. */
export const staffEmail = (email: string) => email.trim().toLowerCase();

const hashOf = (token: string) => createHash('sha256').update(token).digest('hex');
