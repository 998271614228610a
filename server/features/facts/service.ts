import type { Executor } from '#server/db/connect.ts';
import { AppError } from '#server/errors.ts';
import {
  type ContentDeps,
  type ContentItem,
  findContent,
  publish,
  saveDraft,
} from '#server/features/content/service.ts';
import type { AdminFacts, ChangedFacts, FactsChange, ShopFacts } from '#shared/content/shop-facts.ts';
import { FACTS_CONTENT, FACTS_ID, factsKind, toFacts } from './kinds.ts';

/** The facts with their draft. */
export async function getFacts(deps: Pick<ContentDeps, 'db'>): Promise<AdminFacts> {
  const item = await findContent(deps, factsKind, FACTS_ID);
  if (!item) throw new AppError('not_found');
  return toWire(item);
}

/** The facts as the public has them. */
export async function readPublicFacts(db: Executor): Promise<ShopFacts> {
  const item = await findContent({ db: db as ContentDeps['db'] }, factsKind, FACTS_ID);
  return toFacts(item?.published ?? {});
}

/**
 * Saves the facts: as a draft, or with `publish` at once.
 *
 * @throws AppError `stale_version` with the facts as `current` · `validation`
 */
export async function saveFacts(
  deps: ContentDeps,
  { version, publish: isPublished = false, ...fields }: FactsChange,
): Promise<ChangedFacts> {
  if (!isPublished) {
    const draft = await saveDraft(deps, factsKind, { id: FACTS_ID, fields, version }, toWire);
    return { ...toWire(draft), revision: null };
  }
  return publishFacts(deps, { fields }, version);
}

/** Brings the brand's facts back, and publishes that. @throws AppError `stale_version` */
export function resetFacts(deps: ContentDeps, version: number | undefined): Promise<ChangedFacts> {
  return publishFacts(deps, 'remove', version);
}

async function publishFacts(
  deps: ContentDeps,
  what: { fields: Omit<FactsChange, 'version' | 'publish'> } | 'remove',
  version: number | undefined,
): Promise<ChangedFacts> {
  const request = { kind: factsKind.kind, id: FACTS_ID, what, version };
  const revision = await publish(deps, FACTS_CONTENT, [request], { asCaller: toWire });
  return { ...(await getFacts(deps)), revision: revision?.id ?? null };
}

function toWire({ version, origin, changed, fields, published }: ContentItem): AdminFacts {
  return { ...toFacts(fields), published: toFacts(published ?? {}), version, origin, changed: [...changed] };
}
