import { isDeepStrictEqual } from 'node:util';
import { AppError } from '#server/errors.ts';
import type { ContentKind, Fields } from '#server/features/content/kind.ts';
import type { LiveContent } from '#server/features/content/live-content.ts';
import { nameIn } from '#server/features/look/kinds.ts';
import {
  brandFacts,
  faultsInFacts,
  type KnownFacts,
  type PublicFacts,
  type ShopFacts,
  telOf,
} from '#shared/content/shop-facts.ts';
import { nextHours } from '#shared/content/yearly-hours.ts';

type Snapshot = { items: ReadonlyMap<string, ReadonlyMap<string, Fields>> };

/** The only item of its kind. */
export const FACTS_ID = 'facts';

/** The facts of the business, as content that the owner can change. */
export const factsKind: ContentKind = {
  kind: 'facts',
  defaults: new Map([[FACTS_ID, brandFacts]]),
  nameOf: (id) => id,
  check: (changes) => {
    const issues = changes.flatMap(({ after }) => (after ? faultsInFacts(toFacts(after)) : []));
    if (issues.length > 0) throw new AppError('validation', { issues });
  },
};

/**
 * The only item of its kind: the day until which past special hours have been removed from the pages. It follows the
 * calendar; nobody publishes it.
 */
export const shownDayKind: ContentKind = {
  kind: 'shown_day',
  defaults: new Map([[FACTS_ID, { day: '' }]]),
  nameOf: () => 'shown_day',
  check: () => {},
  isUnrecorded: true,
};

export const FACTS_CONTENT: readonly ContentKind[] = [factsKind, shownDayKind];

/** The first day whose special hours pages show; `YYYY-MM-DD`, empty before any have passed. */
export function shownDay(snapshot: Snapshot | null): string {
  return String(snapshot?.items.get(shownDayKind.kind)?.get(FACTS_ID)?.day ?? '');
}

/** Saved fields as facts; fields added by this version of the shop come from the brand. */
export function toFacts(fields: Fields): ShopFacts {
  return { ...brandFacts, ...fields };
}

/** The facts of the business, from memory; as recent as the published content. */
export type CurrentFacts = () => KnownFacts;

export function factsIn(content: Pick<LiveContent, 'current'>): CurrentFacts {
  return () => factsOf(content.current());
}

/** The facts of a snapshot. `null`: nothing is saved. */
export function factsOf(snapshot: Snapshot | null): KnownFacts {
  const saved = snapshot?.items.get(factsKind.kind)?.get(FACTS_ID);
  const { specialHours, ...facts } = saved ? toFacts(saved) : brandFacts;
  const first = shownDay(snapshot);
  const shown = specialHours
    .map((row) => nextHours(row, first))
    .filter(({ until }) => until >= first)
    .sort((a, b) => (a.from < b.from ? -1 : 1));
  return {
    ...facts,
    name: nameIn(snapshot),
    ...(shown.length > 0 && { specialHours: shown }),
    phoneHref: telOf(facts.phone) ?? facts.phone,
  };
}

/** The facts for pages, if they differ from those of the build. */
export function factsContent(snapshot: Snapshot | null): { facts?: PublicFacts } {
  const { shipsFrom: _, ...facts } = factsOf(snapshot);
  const { shipsFrom: __, ...built } = factsOf(null);
  return isDeepStrictEqual(facts, built) ? {} : { facts };
}
