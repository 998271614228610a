/** Providers that ignore dots in a mailbox's name. */
const DOTS_MEAN_NOTHING = new Set(['gmail.com', 'proton.me', 'protonmail.com', 'pm.me']);
const SAME_HOST: Readonly<Record<string, string>> = { 'googlemail.com': 'gmail.com' };

/**
 * A normalised mailbox for counting only: lower case, without a suffix after a plus sign and, where the provider
 * ignores them, without dots.
 */
export function mailboxKey(email: string): string {
  const at = email.lastIndexOf('@');
  const written = email.slice(at + 1).toLowerCase();
  const host = SAME_HOST[written] ?? written;
  const name = email
    .slice(0, at)
    .toLowerCase()
    .normalize('NFKC')
    .replace(/(.)[+].*$/s, '$1');
  return `${DOTS_MEAN_NOTHING.has(host) ? name.replaceAll('.', '') : name}@${host}`;
}
