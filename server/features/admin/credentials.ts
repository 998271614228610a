import { createHash } from 'node:crypto';
import type { Config } from '#server/config.ts';
import type { Executor } from '#server/db/connect.ts';
import type { BaseDeps } from '#server/deps.ts';
import { OWNER } from '#shared/admin/staff.ts';
import { generatePassword, hashPassword, verifyPassword } from './password.ts';
import {
  deleteAllSessions,
  findPasswordHash,
  insertGeneratedHash,
  insertOwner,
  type PasswordKey,
  type StaffRow,
  savePasswordHash,
} from './repository.ts';

/**
 * Ensures that the owner's row and a password exist. ADMIN_PASSWORD_HASH is used unchanged. ADMIN_PASSWORD is stored as a hash that all
 * instances share. Without either, a password is generated once.
 *
 * @returns a newly generated password, to be shown once; `null` when one exists already
 */
export async function prepareAdminPassword(deps: Pick<BaseDeps, 'db' | 'config' | 'clock'>): Promise<string | null> {
  const { db, config, clock } = deps;
  await insertOwner(db);
  if (config.admin.passwordHash !== undefined) return null;
  const { password } = config.admin;
  if (password !== undefined) {
    const kept = await findPasswordHash(db, 'admin_password_env');
    if (kept === null || !(await verifyPassword(kept, password))) {
      await savePasswordHash(db, 'admin_password_env', await hashPassword(password), clock.now());
    }
    return null;
  }
  if ((await findPasswordHash(db, 'admin_password')) !== null) return null;
  const made = generatePassword();
  return (await insertGeneratedHash(db, 'admin_password', await hashPassword(made))) ? made : null;
}

export { weaknessOf } from './password-strength.ts';
export { isPasswordGenerated } from './repository.ts';

/** The hash of no password; its check takes as long as that of any other. */
export const NO_PASSWORD_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$bm8gcGFzc3dvcmQgYXQgYQ$MDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDA';

/** Sets a new password for the owner and ends everybody's sessions on all instances. */
export async function setAdminPassword(deps: Pick<BaseDeps, 'db' | 'clock'>, password: string): Promise<void> {
  await setPasswordHash(deps, await hashPassword(password));
}

/** The same with a hash from `hashPassword`. */
export async function setPasswordHash(deps: Pick<BaseDeps, 'db' | 'clock'>, hash: string): Promise<void> {
  await deps.db.transaction(async (tx) => {
    await savePasswordHash(tx, 'admin_password', hash, deps.clock.now());
    await deleteAllSessions(tx);
  });
}

/**
 * The current hash. Read from the database each time: another instance or `npm run admin:password` may have changed it.
 */
export async function currentPasswordHash(db: Executor, config: Config): Promise<string | null> {
  if (config.admin.passwordHash !== undefined) return config.admin.passwordHash;
  const key: PasswordKey = config.admin.password === undefined ? 'admin_password' : 'admin_password_env';
  return findPasswordHash(db, key);
}

/** A person's current hash; `null` before an invitation is accepted. */
export async function passwordHashOf(
  db: Executor,
  config: Config,
  person: Pick<StaffRow, 'id' | 'passwordHash'>,
): Promise<string | null> {
  return person.id === OWNER ? currentPasswordHash(db, config) : person.passwordHash;
}

/** An id of the password, derived from its salted hash. It reveals nothing about the password. */
export function fingerprintOf(passwordHash: string): string {
  return createHash('sha256').update(passwordHash).digest('hex');
}
