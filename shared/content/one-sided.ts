import { LANGUAGES, type Language, type Localized } from '#shared/core/language.ts';

/** A text that was changed in some languages only. `path` as in `questions.2.answer`; `left` are the other languages. */
export type OneSided = { path: string; left: Language[]; text: Localized };

type Fields = Readonly<Record<string, unknown>>;
const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null;
const isText = (value: unknown): value is Localized =>
  isFields(value) && LANGUAGES.every((language) => typeof value[language] === 'string');

/**
 * Texts of `after` that differ from `before` in some languages, while those in the others are the same and not empty. An
 * entry of a list is compared with the one that still shares a text with it, so entries may move.
 */
export function oneSidedChanges(before: unknown, after: unknown, path = ''): OneSided[] {
  if (isText(before) && isText(after)) {
    const left = LANGUAGES.filter((language) => before[language] === after[language]);
    const isOneSided = left.length < LANGUAGES.length && left.some((language) => after[language].trim() !== '');
    return isOneSided ? [{ path, left, text: after }] : [];
  }
  const below = (key: string) => (path === '' ? key : `${path}.${key}`);
  if (Array.isArray(before) && Array.isArray(after)) {
    return after.flatMap((entry, i) => {
      const earlier = before.find((each) => sharesText(each, entry));
      return earlier === undefined ? [] : oneSidedChanges(earlier, entry, below(String(i)));
    });
  }
  if (!isFields(before) || !isFields(after)) return [];
  return Object.keys(after).flatMap((key) => oneSidedChanges(before[key], after[key], below(key)));
}

function sharesText(one: unknown, other: unknown): boolean {
  if (!isFields(one) || !isFields(other)) return false;
  return Object.entries(one).some(([key, text]) => {
    const same = other[key];
    return isText(text) && isText(same) && LANGUAGES.some((at) => text[at] !== '' && text[at] === same[at]);
  });
}
