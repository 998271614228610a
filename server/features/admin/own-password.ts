import { AppError } from '#server/errors.ts';
import { noteSession } from '#server/features/journal/service.ts';
import { passwordHashOf } from './credentials.ts';
import type { Caller } from './device.ts';
import { admitTry, forgiveTries } from './login-throttle.ts';
import { verifyPassword } from './password.ts';
import { findPerson, type StaffRow } from './repository.ts';
import { originOf, type SessionDeps } from './sessions.ts';

/**
 * Checks the password of whoever is signed in, for a step that an open admin alone must not allow. A wrong one counts
 * as a login attempt and has a line in the journal.
 *
 * @param path the field that it was typed into
 * @returns the person, with the hash of the password
 * @throws AppError `too_many` · `validation` wrong
 */
export async function requireOwnPassword(
  deps: SessionDeps,
  caller: Caller,
  { staffId, password, path }: { staffId: string; password: string; path: string },
): Promise<{ person: StaffRow; hash: string }> {
  const { db, config } = deps;
  await admitTry(deps, caller.address);
  const person = await findPerson(db, staffId);
  const hash = person && (await passwordHashOf(db, config, person));
  if (!hash || !(await verifyPassword(hash, password))) {
    await noteRefusedProof(deps, caller, staffId, 'wrong admin password in an open session');
    throw new AppError('validation', { issues: [{ path, code: 'password_wrong' }] });
  }
  await forgiveTries(deps, caller.address, staffId);
  return { person, hash };
}

/** Logs a refused proof of somebody who is signed in, and writes it to the journal. */
export async function noteRefusedProof(
  { db, log }: SessionDeps,
  caller: Caller,
  staffId: string,
  text: string,
): Promise<void> {
  log.warn({ event: 'login_failed', address: caller.address, person: staffId }, text);
  await noteSession(db, 'sign_in_refused', await findPerson(db, staffId), originOf(caller));
}
