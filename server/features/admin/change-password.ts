import type { Executor } from '#server/db/connect.ts';
import { AppError, errorText } from '#server/errors.ts';
import { enqueueEmails, type OutboxDeps, preparePlainEmail } from '#server/features/emails/outbox.ts';
import type { PasswordChange, PasswordPlace } from '#shared/admin/admin.ts';
import { OWNER } from '#shared/admin/staff.ts';
import { issueMessage } from '#shared/core/issue.ts';
import { currentPasswordHash } from './credentials.ts';
import { deviceName } from './device.ts';
import { admitTry, forgiveTries } from './login-throttle.ts';
import { hashPassword, verifyPassword } from './password.ts';
import { MIN_PASSWORD_LENGTH, weaknessOf } from './password-strength.ts';
import { deleteAllSessions, replacePasswordHash } from './repository.ts';
import { type Caller, openSession, type SessionDeps } from './sessions.ts';

export type PasswordDeps = SessionDeps & OutboxDeps;

/** The setting that holds the password and goes before the one in the database; `null` when neither is set. */
export function settingOfPassword({ config }: Pick<PasswordDeps, 'config'>): PasswordPlace['setting'] {
  if (config.admin.passwordHash !== undefined) return 'ADMIN_PASSWORD_HASH';
  return config.admin.password === undefined ? null : 'ADMIN_PASSWORD';
}

/**
 * Sets another password, ends every session, the caller's too, and mails the owner, in one transaction. A wrong current
 * password counts as a login attempt: an open admin must not allow guessing.
 *
 * @returns the token of the caller's new session: a stolen cookie ends with the old one
 * @throws AppError `password_fixed` a setting holds it · `too_many` · `validation` wrong, short or common ·
 * `conflict` another tab has changed it
 */
export async function changePassword(
  deps: PasswordDeps,
  caller: Caller,
  { current, next }: PasswordChange,
): Promise<string> {
  const { db, config, log } = deps;
  const setting = settingOfPassword(deps);
  if (setting !== null) throw new AppError('password_fixed', { values: { setting } });
  await admitTry(deps, caller.address);
  const hash = await currentPasswordHash(db, config);
  if (hash === null || !(await verifyPassword(hash, current))) {
    log.warn({ event: 'login_failed', address: caller.address }, 'wrong admin password at its change');
    throw new AppError('validation', { issues: [{ path: 'current', code: 'password_wrong' }] });
  }
  const token = await replacePassword(deps, caller, { from: hash, to: next });
  log.info(
    { event: 'password_set', address: caller.address },
    'the admin password was changed; every session has ended',
  );
  return token;
}

/**
 * Stores the hash of a password in place of the one it was asked for with.
 *
 * @param alsoIn what else happens in the transaction, before
 * @returns the token of the caller's new session
 * @throws AppError `validation` short or common · `conflict` it was changed meanwhile
 */
export async function replacePassword(
  deps: PasswordDeps,
  caller: Caller,
  { from, to }: { from: string; to: string },
  alsoIn?: (tx: Executor) => Promise<unknown>,
): Promise<string> {
  const { db, clock } = deps;
  const weakness = weaknessOf(to);
  if (weakness !== null) {
    const code = issueMessage(`password_${weakness}`, { length: String(MIN_PASSWORD_LENGTH) });
    throw new AppError('validation', { issues: [{ path: 'next', code }] });
  }
  const hash = await hashPassword(to);
  return db.transaction(async (tx) => {
    await alsoIn?.(tx);
    if (!(await replacePasswordHash(tx, 'admin_password', { from, to: hash }, clock.now()))) {
      throw new AppError('conflict');
    }
    await forgiveTries({ db: tx, clock }, caller.address);
    await deleteAllSessions(tx);
    await enqueueEmails(tx, deps, [notice(deps, caller)]);
    return openSession({ db: tx, clock }, caller, { staffId: OWNER, passwordHash: hash });
  });
}

/** Whoever has changed it knows about it; the owner has to. */
function notice(deps: PasswordDeps, { address, userAgent }: Caller) {
  const { ownerEmail: to, ownerLanguage: language, publicUrl } = deps.config;
  const device = deviceName(userAgent) ?? errorText('password_changed_device', language);
  return preparePlainEmail(deps, {
    to,
    language,
    subject: errorText('password_changed_subject', language),
    body: errorText('password_changed_body', language, { device, address, admin: `${publicUrl}/admin/login` }),
  });
}
