import { startingTexts } from '#brand/starting-texts.ts';
import type { Executor } from '#server/db/connect.ts';
import type { BaseDeps } from '#server/deps.ts';
import { AppError } from '#server/errors.ts';
import { contentEditor } from '#server/features/content/editor.ts';
import { type ContentDeps, type ContentItem, listContent } from '#server/features/content/service.ts';
import { bestOf } from '#shared/admin/find-rank.ts';
import { fillBrandWords } from '#shared/content/brand-words.ts';
import type { Question } from '#shared/content/faq.ts';
import type { Changed } from '#shared/content/item.ts';
import { groupOf } from '#shared/content/text-groups.ts';
import { parametersOf } from '#shared/content/text-keys.ts';
import type { AdminText, TextChange } from '#shared/content/texts.ts';
import { forEachLanguage, LANGUAGES, type Localized } from '#shared/core/language.ts';
import { FAQ_ID, faqEditor, isQuestionText } from './faq.ts';
import { defaultTexts, faultsOf, TEXT_CONTENT, textKind, toTexts } from './kinds.ts';

export const textEditor = contentEditor(textKind, TEXT_CONTENT, toWire);

/**
 * All sentences with their drafts, in the order of brand/texts. @param words that each must contain, in any language
 */
export async function listTexts(deps: Pick<ContentDeps, 'db'>, words = ''): Promise<AdminText[]> {
  const items = new Map((await listContent(deps, textKind)).map((item) => [item.id, item]));
  const wanted = words.toLowerCase();
  const { origin } = await faqEditor.read(deps, FAQ_ID);
  return [...defaultTexts.keys()].flatMap((key) => {
    const item = items.get(key);
    if (!item || !has(toWire(item), wanted)) return [];
    // Once the questions are the owner's, these are unused; a draft can still be found.
    const isSilent = origin === 'custom' && isQuestionText(key) && item.changed.length === 0;
    return isSilent ? [] : [toWire(item)];
  });
}

/** Sentences that have these words, as saved or with the facts filled in, as they read on the page. */
export async function findTexts(
  deps: Pick<ContentDeps, 'db'> & Pick<BaseDeps, 'facts'>,
  q: string,
  limit: number,
): Promise<{ key: string; text: Localized }[]> {
  const facts = deps.facts();
  const shown = (await listTexts(deps)).map((text) => ({
    key: text.key,
    saved: text,
    text: forEachLanguage((language) => fillBrandWords(text[language], language, facts)),
  }));
  const found = bestOf(shown, q, {
    textsOf: ({ key, saved, text }) => [
      key,
      ...LANGUAGES.flatMap((language) =>
        saved[language] === text[language] ? [text[language]] : [text[language], saved[language]],
      ),
    ],
    limit,
  });
  return found.map(({ key, text }) => ({ key, text }));
}

/** Questions and answers of the owner's own list; those of the brand are sentences. */
export async function findQuestions(
  deps: Pick<ContentDeps, 'db'>,
  q: string,
  limit: number,
): Promise<{ question: Localized }[]> {
  const { origin, changed, questions } = await faqEditor.read(deps, FAQ_ID);
  if (origin !== 'custom' && changed.length === 0) return [];
  const textsOf = ({ question, answer, otherwise }: Question) =>
    [question, answer, otherwise].flatMap((text) => Object.values(text));
  return bestOf(questions, q, { textsOf, limit }).map(({ question }) => ({ question }));
}

/** How many of the sentences written by `npm run brand` are still public unchanged, in any language. */
export async function countStartingTexts(
  db: Executor,
  starting: typeof startingTexts = startingTexts,
): Promise<{ count: number; of: number }> {
  const items = (await listContent({ db: db as ContentDeps['db'] }, textKind)).filter(({ id }) =>
    LANGUAGES.some((language) => id in starting[language]),
  );
  const same = items.filter(({ id, published }) => {
    const texts = toTexts(published ?? defaultTexts.get(id) ?? {});
    return LANGUAGES.some((language) => texts[language] === starting[language][id]);
  });
  return { count: same.length, of: items.length };
}

function has(text: AdminText, words: string): boolean {
  const said = LANGUAGES.flatMap((language) => [text[language], text.default[language]]);
  return [text.key, ...said].some((each) => each.toLowerCase().includes(words));
}

/**
 * Saves a sentence: as a draft, or with `publish` at once.
 *
 * @throws AppError `not_found` · `stale_version` with the sentence as `current` · `validation` with what does not fit
 */
export async function saveText(
  deps: ContentDeps,
  key: string,
  { version, publish, ...change }: TextChange,
): Promise<Changed<AdminText>> {
  const now = await textEditor.read(deps, key);
  if (version !== now.version) throw new AppError('stale_version', { current: now });
  const fields = forEachLanguage((language) => change[language]);
  const issues = faultsOf(key, fields);
  if (issues.length > 0) throw new AppError('validation', { issues });
  return textEditor.save(deps, key, { ...fields, version, publish });
}

function toWire({ id, version, origin, changed, fields }: ContentItem): AdminText {
  const known = defaultTexts.get(id) ?? toTexts({});
  return {
    key: id,
    group: groupOf(id),
    ...toTexts(fields),
    default: { ...known },
    parameters: parametersOf(known),
    isCustom: origin === 'custom',
    changed,
    version,
  };
}
