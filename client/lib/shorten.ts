/** As much as search engines show. */
const MAX_DESCRIPTION = 155;

/** A text as a page's description: cut after a word where it is longer than search engines show. */
export function shorten(text: string): string {
  if (text.length <= MAX_DESCRIPTION) return text;
  return `${text.slice(0, MAX_DESCRIPTION).replace(/\s+\S*$/, '')}…`;
}
