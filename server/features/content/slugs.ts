import type { KnownSlug } from '#shared/content/page-addresses.ts';
import { forEachLanguage, LANGUAGES, type Localized } from '#shared/core/language.ts';
import { slugOf } from '#shared/core/slug.ts';
import type { ContentKind, Fields, RevisionChange } from './kind.ts';

/** For kinds whose items have their own page: a `slug` in each language, and a `state`; `live` ones are shown. */
type Addressed = { slug?: Localized; state?: string };

/** The history that reveals earlier addresses of a kind. */
export const slugHistory = ({ kind }: Pick<ContentKind, 'kind'>) => ({ kind, fields: ['slug', 'state'] });

/** Every slug that an item of a kind has had while it was live, oldest first. @param history may include other kinds */
export function knownSlugs(
  { kind, defaults }: Pick<ContentKind, 'kind' | 'defaults'>,
  history: readonly RevisionChange[],
): KnownSlug[] {
  const now = new Map<string, Fields>(defaults);
  const known = new Map<string, KnownSlug>();
  const note = (id: string) => {
    const { state, slug }: Addressed = now.get(id) ?? {};
    if (state !== 'live' || !slug) return;
    for (const language of LANGUAGES) {
      // Reinserted, the entry comes last: a slug leads to the latest item that had it.
      known.delete(slug[language]);
      known.set(slug[language], { id, language, slug: slug[language] });
    }
  };
  for (const id of now.keys()) note(id);
  for (const { id, after } of history.filter((change) => change.kind === kind)) {
    if (after === null) now.delete(id);
    else now.set(id, { ...now.get(id), ...after });
    note(id);
  }
  return [...known.values()];
}

/** Each address opens one item of its kind. @param all the public items after the change */
export function takenSlugs(id: string, { slug }: Addressed, all: ReadonlyMap<string, Fields>) {
  const others = [...all].filter(([other]) => other !== id).map(([, other]): Addressed => other);
  const taken = new Set(
    others.filter(({ state }) => state === 'live').flatMap((other) => Object.values(other.slug ?? {})),
  );
  return LANGUAGES.filter((language) => slug && taken.has(slug[language])).map((language) => {
    return { path: `slug.${language}`, code: 'slug_taken' };
  });
}

/** Fills empty slugs from the names in `named`. */
export function withMissingSlugs<F extends { slug: Localized } & Record<N, Localized>, N extends string>(
  before: F,
  change: Partial<F>,
  named: N,
): Partial<F> {
  const after: F = { ...before, ...change };
  const { slug } = after;
  if (!change[named] || LANGUAGES.every((language) => slug[language] !== '')) return change;
  return { ...change, slug: forEachLanguage((language) => slug[language] || slugOf(after[named][language])) };
}
