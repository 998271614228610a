/** Longest source that a checkout sends. */
const MAX_SENT = 60;

/**
 * The source in a link, as written: `?ref=`, else `?utm_source=`. Visits and orders both use it, so that they count
 * under one name.
 *
 * @param words the link's query parameters
 */
export function linkSource(words: { get(name: string): string | null }): string | null {
  const source = words.get('ref') ?? words.get('utm_source');
  return source ? source.slice(0, MAX_SENT) : null;
}

/** A normalized source: lower case, spaces as hyphens; `null` for anything but a plain word. */
export function sourceOf(text: string | null | undefined): string | null {
  const word = (text ?? '').trim().normalize('NFC').toLowerCase().replace(/\s+/g, '-');
  return /^[\p{L}\d][\p{L}\d._-]{0,39}$/u.test(word) ? word : null;
}
