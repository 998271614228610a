import { createHash, randomBytes } from 'node:crypto';
import type { Executor } from '#server/db/connect.ts';
import { AppError, errorText } from '#server/errors.ts';
import { enqueueEmails, preparePlainEmail } from '#server/features/emails/outbox.ts';
import { note } from '#server/features/journal/service.ts';
import { MASKED } from '#shared/admin/journal.ts';
import { ADMIN_LOGIN_PATH } from '#shared/admin/paths.ts';
import { OWNER } from '#shared/admin/staff.ts';
import { type PasswordDeps, replacePassword, settingOfPassword, THE_OWNER } from './change-password.ts';
import { currentPasswordHash, fingerprintOf } from './credentials.ts';
import type { Caller } from './device.ts';
import { admitTry, takeLinkTry } from './login-throttle.ts';
import { deletePasswordLink, findPasswordLink, findPerson, savePasswordLink } from './repository.ts';

const LINK_MINUTES = 30;

/**
 * Mails the owner a link that sets a new password, once, within 30 minutes. A newer link ends the older one. The token
 * is in the fragment, which no server and no log gets.
 *
 * @returns whether it was mailed: not without a mail server, nor where a setting holds the password
 * @throws AppError `too_many` more than three an hour, whoever asks
 */
export async function mailPasswordLink(deps: PasswordDeps): Promise<boolean> {
  const { db, config, clock } = deps;
  const { ownerEmail: to, ownerLanguage: language, publicUrl } = config;
  const hash = config.smtp && settingOfPassword(deps) === null ? await currentPasswordHash(db, config) : null;
  if (hash === null) return false;
  await takeLinkTry(deps);
  const token = randomBytes(32).toString('base64url');
  const mail = preparePlainEmail(deps, {
    to,
    language,
    subject: errorText('password_link_subject', language),
    body: errorText('password_link_body', language, {
      link: `${publicUrl}${ADMIN_LOGIN_PATH}#${token}`,
      minutes: String(LINK_MINUTES),
    }),
  });
  const endsAt = new Date(clock.now().getTime() + LINK_MINUTES * 60_000);
  await db.transaction(async (tx) => {
    await savePasswordLink(tx, { tokenHash: hashOf(token), fingerprint: fingerprintOf(hash), endsAt });
    await enqueueEmails(tx, deps, [mail]);
  });
  deps.log.info({ event: 'password_link_mailed' }, 'a link that sets the admin password was mailed to the owner');
  return true;
}

/**
 * Sets a password with the token of a mailed link, as `changePassword` does with the current one.
 *
 * @returns the token of the caller's new session
 * @throws AppError `password_link` unknown, used, too old, or of an earlier password · `too_many` ·
 * `validation` short or common · `conflict`
 */
export async function setPasswordByLink(
  deps: PasswordDeps,
  caller: Caller,
  { token, next }: { token: string; next: string },
): Promise<string> {
  const { db, config, clock } = deps;
  await admitTry(deps, caller.address);
  const [hash, link] = [await currentPasswordHash(db, config), await findPasswordLink(db)];
  const isValid =
    settingOfPassword(deps) === null &&
    hash !== null &&
    link?.tokenHash === hashOf(token) &&
    link.fingerprint === fingerprintOf(hash) &&
    clock.now() < link.endsAt;
  if (!isValid) throw new AppError('password_link');
  const change = { person: THE_OWNER, from: hash, to: next };
  const session = await replacePassword(deps, caller, change, async (tx) => {
    await deletePasswordLink(tx);
    await noteNewPassword(tx);
  });
  deps.log.info({ event: 'password_set', address: caller.address }, 'a mailed link set the admin password');
  return session;
}

/** The journal's triggers have no actor here, because the call has no session. */
async function noteNewPassword(tx: Executor): Promise<void> {
  await note(
    tx,
    { id: OWNER, name: (await findPerson(tx, OWNER))?.name ?? '' },
    {
      ...{ action: 'update', area: 'settings', call: 'POST /api/admin/password/by-link' },
      ...{ subjectKind: 'setting', subjectId: 'admin_password', after: { value: MASKED } },
    },
  );
}

const hashOf = (token: string) => createHash('sha256').update(token).digest('hex');
