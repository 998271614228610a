import { AppError } from '#server/errors.ts';
import {
  type ContentDeps,
  type ContentItem,
  findContent,
  publish,
  saveDraft,
} from '#server/features/content/service.ts';
import type { AdminFaq, ChangedFaq, FaqChange, Question } from '#shared/content/faq.ts';
import { FAQ_CONTENT, FAQ_ID, faqKind, toQuestions } from './faq.ts';

/** The questions with their draft. */
export async function getFaq(deps: Pick<ContentDeps, 'db'>): Promise<AdminFaq> {
  const item = await findContent(deps, faqKind, FAQ_ID);
  if (!item) throw new AppError('not_found');
  return toWire(item);
}

/**
 * Saves the list: as a draft, or with `publish` at once.
 *
 * @throws AppError `stale_version` with the list as `current` · `validation` with what is missing or does not fit
 */
export async function saveFaq(
  deps: ContentDeps,
  { version, publish: isPublished = false, questions }: FaqChange,
): Promise<ChangedFaq> {
  if (!isPublished) {
    const draft = await saveDraft(deps, faqKind, { id: FAQ_ID, fields: { questions }, version }, toWire);
    return { ...toWire(draft), revision: null };
  }
  return publishList(deps, { fields: { questions } }, version);
}

/** Brings the brand's questions back, and publishes that. @throws AppError `stale_version` */
export function resetFaq(deps: ContentDeps, version: number | undefined): Promise<ChangedFaq> {
  return publishList(deps, 'remove', version);
}

async function publishList(
  deps: ContentDeps,
  what: { fields: { questions: Question[] } } | 'remove',
  version: number | undefined,
): Promise<ChangedFaq> {
  const request = { kind: faqKind.kind, id: FAQ_ID, what, version };
  const revision = await publish(deps, FAQ_CONTENT, [request], { asCaller: toWire });
  return { ...(await getFaq(deps)), revision: revision?.id ?? null };
}

function toWire({ version, origin, changed, fields }: ContentItem): AdminFaq {
  return { questions: toQuestions(fields), version, origin, changed: [...changed] };
}
