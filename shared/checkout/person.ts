/** Providers that ignore dots in a mailbox's name. */
const DOTLESS_HOSTS: readonly string[] = ['gmail.com', 'proton.me', 'protonmail.com', 'pm.me'];
/** Hosts that are another one. */
const SAME_HOST: Readonly<Record<string, string>> = { 'googlemail.com': 'gmail.com' };

/**
 * One mailbox under all its spellings, for counting and for finding a person: no capitals, no part after a plus, and no
 * dots where the provider ignores them. Mails go to the address as it was written. The database has the same as
 * `person_key`, which a test compares.
 */
export function personOf(email: string | undefined): string {
  const [name = '', written = ''] = (email ?? '').normalize('NFKC').trim().toLowerCase().split('@');
  const plain = name.replace(/(.)\+.*$/, '$1');
  const host = SAME_HOST[written] ?? written;
  return host && `${DOTLESS_HOSTS.includes(host) ? plain.replaceAll('.', '') : plain}@${host}`;
}

/** A host that no mail reaches (RFC 2606): the addresses of people whose data was erased. */
const ERASED_HOST = 'erased.invalid';

/** An address for all that is kept of one person, which says nothing about who it was. */
export const erasedEmail = (random: string): string => `${random}@${ERASED_HOST}`;

/** Whether the order's customer was erased, so that there is nobody to write to. */
export const isErased = (email: string): boolean => email.endsWith(`@${ERASED_HOST}`);

/** Stands where something personal was. */
export const ERASED_TEXT = '—';
