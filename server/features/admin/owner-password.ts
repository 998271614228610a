import { AppError } from '#server/errors.ts';
import { OWNER } from '#shared/admin/staff.ts';
import { currentPasswordHash } from './credentials.ts';
import { admitTry, forgiveTries } from './login-throttle.ts';
import { verifyPassword } from './password.ts';
import type { SessionDeps } from './sessions.ts';

/**
 * Checks the owner's password for a step that an open admin alone must not allow. A wrong one counts as a login
 * attempt.
 *
 * @param path the field that it was typed into
 * @returns its hash
 * @throws AppError `too_many` · `validation` wrong
 */
export async function requireOwnerPassword(
  deps: SessionDeps,
  address: string,
  { password, path }: { password: string; path: string },
): Promise<string> {
  await admitTry(deps, address);
  const hash = await currentPasswordHash(deps.db, deps.config);
  if (hash === null || !(await verifyPassword(hash, password))) {
    deps.log.warn({ event: 'login_failed', address }, 'wrong admin password in the admin');
    throw new AppError('validation', { issues: [{ path, code: 'password_wrong' }] });
  }
  await forgiveTries(deps, address, OWNER);
  return hash;
}
