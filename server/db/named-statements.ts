/** More texts than the checkout has; a text beyond them is sent without a name. */
export const MOST_NAMES = 200;
const names = new Map<string, string>();

/** A statement that is prepared by name (`.prepare('…').execute()`), which may have several texts. */
export type Named = { name: string; text: string };

/** The name that a text has had since it was first prepared by one. */
export const knownName = (text: string): string | undefined => names.get(text);

/** @returns the text's own name, or none beyond `MOST_NAMES` of them */
export function nameOf({ name, text }: Named): string | undefined {
  const known = names.get(text);
  if (known !== undefined || names.size >= MOST_NAMES) return known;
  const fresh = `${name}_${names.size}`;
  names.set(text, fresh);
  return fresh;
}
