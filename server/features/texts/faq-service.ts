import { contentEditor } from '#server/features/content/editor.ts';
import type { ContentDeps, ContentItem } from '#server/features/content/service.ts';
import type { AdminFaq, FaqChange } from '#shared/content/faq.ts';
import { FAQ_CONTENT, FAQ_ID, faqKind, toQuestions } from './faq.ts';

const editor = contentEditor(faqKind, FAQ_CONTENT, toWire);

/** The questions with their draft. */
export const getFaq = (deps: Pick<ContentDeps, 'db'>) => editor.read(deps, FAQ_ID);

/** @throws AppError `stale_version` with the list as `current` · `validation` with missing or invalid texts */
export const saveFaq = (deps: ContentDeps, { version, publish: isPublished, questions }: FaqChange) =>
  editor.save(deps, FAQ_ID, { fields: { questions }, version, isPublished });

/** Restores and publishes the brand's questions. @throws AppError `stale_version` */
export const resetFaq = (deps: ContentDeps, version: number | undefined) => editor.reset(deps, FAQ_ID, version);

function toWire({ version, origin, changed, fields }: ContentItem): AdminFaq {
  return { questions: toQuestions(fields), version, origin, changed: [...changed] };
}
