import type { Executor } from '#server/db/connect.ts';
import { contentEditor } from '#server/features/content/editor.ts';
import { type ContentDeps, type ContentItem, findContent } from '#server/features/content/service.ts';
import type { AdminFacts, ShopFacts } from '#shared/content/shop-facts.ts';
import { FACTS_CONTENT, FACTS_ID, factsKind, toFacts } from './kinds.ts';

export const factsEditor = contentEditor(factsKind, FACTS_CONTENT, toWire);

/** The published facts. */
export async function readPublicFacts(db: Executor): Promise<ShopFacts> {
  const item = await findContent({ db: db as ContentDeps['db'] }, factsKind, FACTS_ID);
  return toFacts(item?.published ?? {});
}

function toWire({ version, origin, changed, fields, published }: ContentItem): AdminFacts {
  return { ...toFacts(fields), published: toFacts(published ?? {}), version, origin, changed: [...changed] };
}
