/** One mailbox under all its spellings: no capitals, no part after a plus, at Gmail no dots. */
export function personOf(email: string | undefined): string {
  const [name = '', host = ''] = (email ?? '').trim().toLowerCase().split('@');
  const plain = name.replace(/(.)\+.*$/, '$1');
  const isGmail = host === 'gmail.com' || host === 'googlemail.com';
  return host && `${isGmail ? plain.replaceAll('.', '') : plain}@${isGmail ? 'gmail.com' : host}`;
}

/** A host that no mail reaches (RFC 2606): the addresses of people whose data was erased. */
const ERASED_HOST = 'erased.invalid';

/** An address for all that is kept of one person, which says nothing about who it was. */
export const erasedEmail = (random: string): string => `${random}@${ERASED_HOST}`;

/** Whether the order's customer was erased, so that there is nobody to write to. */
export const isErased = (email: string): boolean => email.endsWith(`@${ERASED_HOST}`);

/** Stands where something personal was. */
export const ERASED_TEXT = '—';
