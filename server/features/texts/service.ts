import { startingTexts } from '#brand/starting-texts.ts';
import type { Executor } from '#server/db/connect.ts';
import { AppError } from '#server/errors.ts';
import {
  type ContentDeps,
  type ContentItem,
  findContent,
  listContent,
  publish,
  saveDraft,
} from '#server/features/content/service.ts';
import { groupOf } from '#shared/content/text-groups.ts';
import { parametersOf } from '#shared/content/text-keys.ts';
import type { AdminText, ChangedText, TextChange } from '#shared/content/texts.ts';
import { forEachLanguage, LANGUAGES } from '#shared/core/language.ts';
import { isQuestionText } from './faq.ts';
import { getFaq } from './faq-service.ts';
import { defaultTexts, faultsOf, TEXT_CONTENT, textKind, toTexts } from './kinds.ts';

/** All sentences with their drafts, in the order of brand/texts. @param words that each one has, in any language */
export async function listTexts(deps: Pick<ContentDeps, 'db'>, words = ''): Promise<AdminText[]> {
  const items = new Map((await listContent(deps, textKind)).map((item) => [item.id, item]));
  const wanted = words.toLowerCase();
  const { origin } = await getFaq(deps);
  return [...defaultTexts.keys()].flatMap((key) => {
    const item = items.get(key);
    if (!item || !has(toWire(item), wanted)) return [];
    // Once the questions are the owner's, these say nothing; a draft can still be found.
    const isSilent = origin === 'custom' && isQuestionText(key) && item.changed.length === 0;
    return isSilent ? [] : [toWire(item)];
  });
}

/** How many of the sentences that `npm run brand` wrote are public as it wrote them, in any language. */
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

async function getText(deps: Pick<ContentDeps, 'db'>, key: string): Promise<AdminText> {
  const item = defaultTexts.has(key) ? await findContent(deps, textKind, key) : null;
  if (!item) throw new AppError('not_found');
  return toWire(item);
}

/**
 * Saves a sentence: as a draft, or with `publish` at once.
 *
 * @throws AppError `not_found` · `stale_version` with the sentence as `current` · `validation` with what does not fit
 */
export async function saveText(
  deps: ContentDeps,
  key: string,
  { version, publish: isPublished = false, ...change }: TextChange,
): Promise<ChangedText> {
  const now = await getText(deps, key);
  if (version !== now.version) throw new AppError('stale_version', { current: now });
  const fields = forEachLanguage((language) => change[language]);
  const issues = faultsOf(key, fields);
  if (issues.length > 0) throw new AppError('validation', { issues });
  if (!isPublished) {
    const draft = await saveDraft(deps, textKind, { id: key, fields, version }, toWire);
    return { ...toWire(draft), revision: null };
  }
  return publishOne(deps, { id: key, what: { fields }, version });
}

/**
 * Brings the brand's own sentence back, and publishes that.
 *
 * @throws AppError `not_found` · `stale_version`
 */
export async function resetText(deps: ContentDeps, key: string, version: number | undefined): Promise<ChangedText> {
  await getText(deps, key);
  return publishOne(deps, { id: key, what: 'remove', version });
}

type Request = { id: string; what: { fields: object } | 'remove'; version: number | undefined };

async function publishOne(deps: ContentDeps, { id, what, version }: Request): Promise<ChangedText> {
  const request = { kind: textKind.kind, id, what: what === 'remove' ? what : { fields: { ...what.fields } }, version };
  const revision = await publish(deps, TEXT_CONTENT, [request], { asCaller: toWire });
  return { ...(await getText(deps, id)), revision: revision?.id ?? null };
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
