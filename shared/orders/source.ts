/** As much of a source as a checkout sends. */
const MAX_SENT = 60;

/**
 * The source that a link names, as written: `?ref=`, else `?utm_source=`. Visits and orders both read it here, so that
 * they are counted under the same name.
 *
 * @param words the parameters of the link
 */
export function linkSource(words: { get(name: string): string | null }): string | null {
  const source = words.get('ref') ?? words.get('utm_source');
  return source ? source.slice(0, MAX_SENT) : null;
}

/** A normalized source: lower case, blanks as hyphens; `null` for anything but a plain word. */
export function sourceOf(text: string | null | undefined): string | null {
  const word = (text ?? '').trim().normalize('NFC').toLowerCase().replace(/\s+/g, '-');
  return /^[\p{L}\d][\p{L}\d._-]{0,39}$/u.test(word) ? word : null;
}
