import type { Executor } from '#server/db/connect.ts';
import { contentEditor } from '#server/features/content/editor.ts';
import { type ContentDeps, type ContentItem, findContent } from '#server/features/content/service.ts';
import type { AdminFacts, FactsChange, ShopFacts } from '#shared/content/shop-facts.ts';
import { FACTS_CONTENT, FACTS_ID, factsKind, toFacts } from './kinds.ts';

const editor = contentEditor(factsKind, FACTS_CONTENT, toWire);

/** The facts with their draft. */
export const getFacts = (deps: Pick<ContentDeps, 'db'>) => editor.read(deps, FACTS_ID);

/** The published facts. */
export async function readPublicFacts(db: Executor): Promise<ShopFacts> {
  const item = await findContent({ db: db as ContentDeps['db'] }, factsKind, FACTS_ID);
  return toFacts(item?.published ?? {});
}

/** @throws AppError `stale_version` with the facts as `current` · `validation` */
export const saveFacts = (deps: ContentDeps, { version, publish: isPublished, ...fields }: FactsChange) =>
  editor.save(deps, FACTS_ID, { fields, version, isPublished });

/** Restores and publishes the brand's facts. @throws AppError `stale_version` */
export const resetFacts = (deps: ContentDeps, version: number | undefined) => editor.reset(deps, FACTS_ID, version);

function toWire({ version, origin, changed, fields, published }: ContentItem): AdminFacts {
  return { ...toFacts(fields), published: toFacts(published ?? {}), version, origin, changed: [...changed] };
}
