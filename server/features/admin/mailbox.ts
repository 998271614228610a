import type { Config } from '#server/config.ts';
import { errorText } from '#server/errors.ts';
import { type OutboxDeps, preparePlainEmail } from '#server/features/emails/outbox.ts';
import { ADMIN_LOGIN_PATH, adminPath } from '#shared/admin/paths.ts';
import type { Language } from '#shared/core/language.ts';
import { type Caller, deviceName } from './device.ts';
import type { StaffRow } from './repository.ts';

type Addressee = Pick<StaffRow, 'email' | 'language'>;

/** Where a person of the staff gets mail, and in which language. The owner is reached at the shop's own address. */
export function mailboxOf(
  { ownerEmail, ownerLanguage }: Pick<Config, 'ownerEmail' | 'ownerLanguage'>,
  { email, language }: Addressee,
): { to: string; language: Language } {
  return { to: email ?? ownerEmail, language: language ?? ownerLanguage };
}

/** The texts of such a mail are `{code}_subject` and `{code}_body`. */
type AccountMail =
  | 'password_changed'
  | 'helper_password_changed'
  | 'device_new'
  | 'passkey_added'
  | 'recovery_used'
  | 'settings_changed';

/**
 * A mail to a person about what was done with their account, with the device and the address of the caller. Whoever has
 * done it knows about it; whose account it is has to.
 */
export function accountMail(
  deps: OutboxDeps,
  person: Addressee,
  code: AccountMail,
  { address, userAgent }: Caller,
  more: Record<string, string> = {},
) {
  const { publicUrl } = deps.config;
  const { to, language } = mailboxOf(deps.config, person);
  const values = {
    device: deviceName(userAgent) ?? errorText('password_changed_device', language),
    address,
    account: publicUrl + adminPath('account'),
    admin: publicUrl + ADMIN_LOGIN_PATH,
    ...more,
  };
  return preparePlainEmail(deps, {
    to,
    language,
    subject: errorText(`${code}_subject`, language, values),
    body: errorText(`${code}_body`, language, values),
  });
}
