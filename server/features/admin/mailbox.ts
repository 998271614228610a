import type { Config } from '#server/config.ts';
import type { Language } from '#shared/core/language.ts';
import type { StaffRow } from './repository.ts';

/** Where a person of the staff gets mail, and in which language. The owner is reached at the shop's own address. */
export function mailboxOf(
  { ownerEmail, ownerLanguage }: Pick<Config, 'ownerEmail' | 'ownerLanguage'>,
  { email, language }: Pick<StaffRow, 'email' | 'language'>,
): { to: string; language: Language } {
  return { to: email ?? ownerEmail, language: language ?? ownerLanguage };
}
