import { toHalfWidth } from '#shared/places/half-width.ts';
import { issueMessage } from './issue.ts';

/** Codes of `faultInEmail`. */
export const EMAIL_FAULTS = ['invalid_email', 'email_characters', 'email_dots', 'email_ending', 'email_typo'] as const;

/** The stored form: trimmed, NFC, without invisible characters from copying. */
export const cleanEmail = (text: string): string =>
  toHalfWidth(text)
    .replace(/[\u200b-\u200d\u2060\ufeff]/g, '')
    .trim()
    .replace(/^mailto:/i, '')
    .normalize('NFC');

/**
 * Why an address cannot receive mail, as the code of its text; `email_typo` carries the intended host (`readIssue`).
 * `null` means that it may: only a mail can prove it. RFC 5321 allows quotes and comments before the @, but providers
 * offer no such mailbox.
 *
 * @param email from `cleanEmail`
 */
export function faultInEmail(email: string): string | null {
  const at = email.lastIndexOf('@');
  const name = email.slice(0, at);
  const host = email.slice(at + 1).toLowerCase();
  if (at < 1 || host === '' || name.length > 64 || email.length > 254) return 'invalid_email';
  // biome-ignore lint/suspicious/noControlCharactersInRegex: no mailbox has a control character
  if (/[\s@,;:<>()[\]\\"\u0000-\u001f\u007f-\u009f]/.test(name) || /[^a-z0-9.-]/.test(host)) return 'email_characters';
  if ([name, host].some((part) => /^\.|\.$|\.\./.test(part))) return 'email_dots';
  const labels = host.split('.');
  if (labels.length > 9 || labels.some((label) => !/^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/.test(label)))
    return 'invalid_email';
  const meant = meantHost(labels);
  if (meant !== host) return issueMessage('email_typo', { value: meant });
  const ending = labels.at(-1) ?? '';
  const isEnding = labels.length > 1 && /^(?:[a-z]{2,63}|xn--[a-z0-9-]+)$/.test(ending);
  return isEnding && !NOWHERE.has(ending) ? null : 'email_ending';
}

/** Top-level domains that never receive mail (RFC 2606, RFC 6762). */
const NOWHERE: ReadonlySet<string> = new Set(['invalid', 'local', 'localhost']);

/** Providers with mailboxes at `.com`, and common misspellings; `isOnly`: they have mailboxes at no other ending. */
const PROVIDERS: Readonly<Record<string, { isOnly: boolean; slips: string }>> = {
  gmail: { isOnly: true, slips: 'gmai gmial gmal gmil gmaill gmaik gmali gamil gnail gmsil gemail ggmail' },
  hotmail: { isOnly: false, slips: 'hotmai hotmial hotmal hotmil hotmaill hotnail hormail homail htmail' },
  outlook: { isOnly: false, slips: 'outlok outloo outlock outllok otlook oulook outook' },
  yahoo: { isOnly: false, slips: 'yaho yahooo yhoo yahho yhaoo yaoo' },
  icloud: { isOnly: true, slips: 'iclod icoud iclud icluod iclould icloude' },
};
const PROVIDER_OF_SLIP = new Map(
  Object.entries(PROVIDERS).flatMap(([provider, { slips }]) => slips.split(' ').map((slip) => [slip, provider])),
);
/** Misspelled endings that are not top-level domains (data.iana.org/TLD), with the intended one. */
const ENDING_OF_SLIP: Readonly<Record<string, string>> = {
  ...Object.fromEntries('con comm coom cmo ocm cpm vom xom cim clm c0m'.split(' ').map((slip) => [slip, 'com'])),
  ...Object.fromEntries('nte ner nett'.split(' ').map((slip) => [slip, 'net'])),
  ...Object.fromEntries('ogr orgg'.split(' ').map((slip) => [slip, 'org'])),
};

/** The host that was probably meant; unchanged if it is not a known misspelling. */
function meantHost(labels: readonly string[]): string {
  const [first = '', ...rest] = labels;
  // `gmailcom`, or `gmail` alone.
  const typed = rest.length === 0 ? first.replace(/(.)com$/, '$1') : first;
  const provider = PROVIDER_OF_SLIP.get(typed) ?? typed;
  const known = PROVIDERS[provider];
  const ending = rest.map((label, i) => (i === rest.length - 1 ? (ENDING_OF_SLIP[label] ?? label) : label));
  if (known && (known.isOnly || rest.length === 0 || provider !== typed)) return `${provider}.com`;
  return rest.length === 0 ? first : [first, ...ending].join('.');
}
