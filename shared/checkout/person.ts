/** Providers that ignore dots in a mailbox's name. */
const DOTLESS_HOSTS: readonly string[] = ['gmail.com', 'proton.me', 'protonmail.com', 'pm.me'];
/** Aliases of the same host. */
const SAME_HOST: Readonly<Record<string, string>> = { 'googlemail.com': 'gmail.com' };

/**
 * The canonical form of a mail address, for counting and for finding a person: lower case, without a plus suffix, and
 * without dots where the provider ignores them. Mails go to the address as typed. `person_key` in the database does the
 * same; a test compares them.
 */
export function personOf(email: string | undefined): string {
  const [name = '', written = ''] = (email ?? '').normalize('NFKC').trim().toLowerCase().split('@');
  const plain = name.replace(/(.)\+.*$/, '$1');
  const host = SAME_HOST[written] ?? written;
  return host && `${DOTLESS_HOSTS.includes(host) ? plain.replaceAll('.', '') : plain}@${host}`;
}

/** A host that receives no mail (RFC 2606), for addresses of erased people. */
const ERASED_HOST = 'erased.invalid';

/** A pseudonymous address for all remaining records of one erased person. */
export const erasedEmail = (random: string): string => `${random}@${ERASED_HOST}`;

/** Whether the order's customer was erased, so that mails have no recipient. */
export const isErased = (email: string): boolean => email.endsWith(`@${ERASED_HOST}`);

/** Replaces personal text. */
export const ERASED_TEXT = '—';
