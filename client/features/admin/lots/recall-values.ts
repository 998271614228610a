import { forEachLanguage, LANGUAGES, type Language, type Localized } from '#shared/core/language.ts';
import type { RecallInput } from '#shared/lots/recalls.ts';

const TEXTS = ['subject', 'reason', 'todo', 'notice'] as const;
export type RecallText = (typeof TEXTS)[number];
export const textField = (text: RecallText, language: Language) => `${text}_${language}` as const;

/** The form's values as typed. */
export type RecallValues = Record<`${RecallText}_${Language}`, string> & {
  /** The id of a lot, or empty for all lots of the product. */
  lotId: string;
  productId: string;
  isMaybe: boolean;
  from: string;
  to: string;
  isUnsentToo: boolean;
};
type RecallError = { field: keyof RecallValues; issue: string };

export function emptyRecall(productId: string, lotId: string): RecallValues {
  const texts = TEXTS.flatMap((text) => LANGUAGES.map((language) => [textField(text, language), '']));
  return {
    ...(Object.fromEntries(texts) as Record<`${RecallText}_${Language}`, string>),
    ...{ productId, lotId, isMaybe: false, from: '', to: '', isUnsentToo: false },
  };
}

export const maybeOf = ({ isMaybe, from, to }: RecallValues): RecallInput['maybe'] =>
  isMaybe && /^\d{4}-/.test(from) && from <= to ? { from, to } : null;

/** @returns what to send, or the errors by field */
export function readRecall(values: RecallValues): { input: Omit<RecallInput, 'id'> } | { errors: RecallError[] } {
  const errors: RecallError[] = [];
  const read = (text: RecallText): Localized => forEachLanguage((language) => values[textField(text, language)].trim());
  const refuseBlank = (text: RecallText) => {
    for (const language of LANGUAGES) {
      const field = textField(text, language);
      if (values[field].trim() === '') errors.push({ field, issue: 'required' });
    }
  };
  if (values.productId === '') errors.push({ field: 'productId', issue: 'required' });
  for (const text of ['subject', 'reason', 'todo'] as const) refuseBlank(text);
  const notice = read('notice');
  const hasNotice = Object.values(notice).some(Boolean);
  if (hasNotice) refuseBlank('notice');
  if (values.isMaybe && !/^\d{4}-/.test(values.from)) errors.push({ field: 'from', issue: 'day_invalid' });
  if (values.isMaybe && !/^\d{4}-/.test(values.to)) errors.push({ field: 'to', issue: 'day_invalid' });
  else if (values.isMaybe && values.to < values.from) errors.push({ field: 'to', issue: 'end_before_start' });
  if (errors.length > 0) return { errors };
  const { productId, lotId, isUnsentToo } = values;
  return {
    input: {
      ...{ productId, lotId: lotId === '' ? null : lotId, isUnsentToo, maybe: maybeOf(values) },
      ...{ subject: read('subject'), reason: read('reason'), todo: read('todo') },
      notice: hasNotice ? notice : null,
    },
  };
}
