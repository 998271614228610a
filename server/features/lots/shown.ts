import { isDeepStrictEqual } from 'node:util';
import type { Executor } from '#server/db/connect.ts';
import type { ContentKind } from '#server/features/content/kind.ts';
import { type ContentDeps, publish } from '#server/features/content/service.ts';
import type { Localized } from '#shared/core/language.ts';
import { listNotices } from './recall-repository.ts';
import { SHOWN_RECALLS_ID, shownRecallKind } from './shown-kind.ts';

const RECALL_KINDS: readonly ContentKind[] = [shownRecallKind];

/** Publishes the notices of running recalls if the pages show others. @returns whether it did */
export async function showNotices(deps: ContentDeps): Promise<boolean> {
  const notices = await noticesOf(deps.db);
  const { kind, defaults } = shownRecallKind;
  const shown = deps.content.current().items.get(kind)?.get(SHOWN_RECALLS_ID) ?? defaults.get(SHOWN_RECALLS_ID);
  if (isDeepStrictEqual(notices, shown?.notices)) return false;
  await publish(deps, RECALL_KINDS, [{ kind, id: SHOWN_RECALLS_ID, what: { fields: { notices } } }]);
  return true;
}

/** The newest notice of each product. */
async function noticesOf(db: Executor): Promise<Record<string, Localized>> {
  const rows = await listNotices(db);
  return Object.fromEntries(rows.flatMap(({ productId, notice }) => (notice ? [[productId, notice]] : [])));
}
