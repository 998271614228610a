/** A text in lower case, without accents. */
export const plainText = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** Quality of a match; lower is better. */
export const RANKS = { equal: 0, begins: 1, word: 2, contains: 3 } as const;

/**
 * How well a record with these texts, the most important first, matches a search. A text equals the search, begins with
 * it, has a word that begins with it, or has all its words. `null` if a word is missing.
 *
 * @param q as typed
 */
export function rankOf(q: string, texts: readonly string[]): number | null {
  const wanted = plainText(q).trim();
  if (!/[\p{L}\p{N}]/u.test(wanted)) return null;
  const plain = texts.map(plainText);
  if (plain.includes(wanted)) return RANKS.equal;
  if (plain.some((text) => text.startsWith(wanted))) return RANKS.begins;
  const all = plain.join('\n');
  if (!wanted.split(/\s+/).every((word) => all.includes(word))) return null;
  const at = all.indexOf(wanted);
  return at > 0 && !/[\p{L}\p{N}]/u.test(all[at - 1] ?? '') ? RANKS.word : RANKS.contains;
}

/** The best matches, at most `limit`; of equal ranks those with more mentions come first, then the given order. */
export function bestOf<Thing>(
  things: readonly Thing[],
  q: string,
  { textsOf, limit }: { textsOf: (thing: Thing) => readonly string[]; limit: number },
): Thing[] {
  const wanted = plainText(q).trim();
  return things
    .flatMap((thing) => {
      const texts = textsOf(thing);
      const rank = rankOf(q, texts);
      return rank === null ? [] : [{ thing, rank, mentions: plainText(texts.join('\n')).split(wanted).length }];
    })
    .sort((a, b) => a.rank - b.rank || b.mentions - a.mentions)
    .slice(0, limit)
    .map(({ thing }) => thing);
}
