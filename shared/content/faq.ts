import * as z from 'zod/mini';
import { inEachLanguage, lineText } from '#shared/core/fields.ts';
import { LANGUAGES, type Localized } from '#shared/core/language.ts';
import { changeFields, itemState } from './item.ts';
import { faultOf, placeholdersIn, type TextFault } from './text-keys.ts';

export const MAX_QUESTIONS = 30;
/** In characters, for each language. */
export const MAX_QUESTION = 200;
export const MAX_ANSWER = 1_000;

/** Values that a shop may lack: no order ships free, or no product has an allergen. */
const SOMETIMES = ['allergens', 'orders', 'where'] as const;
/**
 * Placeholders of answers besides the facts of the shop: `{days}` to pack, `{allergens}` of all products, and the
 * `{orders}` that ship free `{where}`.
 */
export const ANSWER_VALUES = ['days', ...SOMETIMES] as const;
export type AnswerValue = (typeof ANSWER_VALUES)[number];
export type SometimesValue = (typeof SOMETIMES)[number];

/**
 * A question as the owner edits it. `otherwise` replaces the answer while a value named in the answer is empty; answers
 * without such values need none.
 */
export type Question = { question: Localized; answer: Localized; otherwise: Localized };
/** A question as pages show it, with its values filled in. */
export type PublicQuestion = { question: Localized; answer: Localized };

const PARTS = ['question', 'answer', 'otherwise'] as const;
const namesOf = (text: Localized) => LANGUAGES.flatMap((language) => placeholdersIn(text[language]));

/** The values named in an answer that a shop may lack. */
export const sometimesIn = (answer: Localized): SometimesValue[] =>
  SOMETIMES.filter((name) => namesOf(answer).includes(name));

const known = { question: [], answer: ANSWER_VALUES, otherwise: ['days'] } satisfies Record<
  (typeof PARTS)[number],
  readonly AnswerValue[]
>;

/** Why a question cannot be published, by the paths of its texts such as `answer.<language>`. */
export function faultsInQuestion(question: Question): ({ path: string } & TextFault)[] {
  return PARTS.flatMap((part) => {
    const isUnused = part === 'otherwise' && sometimesIn(question.answer).length === 0;
    if (isUnused) return [];
    return LANGUAGES.flatMap((language) => {
      const text = question[part][language];
      // All known names are allowed, none is required.
      const named = placeholdersIn(text).filter((name) => known[part].some((each) => each === name));
      const fault = faultOf(text, named);
      return fault ? [{ path: `${part}.${language}`, ...fault }] : [];
    });
  });
}

/** @param line the type of a text: input is cleaned, output is returned unchanged */
const listOf = (line: (max: number) => z.ZodMiniType<string>) =>
  z
    .array(
      z.object(
        {
          question: inEachLanguage(line(MAX_QUESTION)),
          answer: inEachLanguage(line(MAX_ANSWER)),
          otherwise: inEachLanguage(line(MAX_ANSWER)),
        },
        'required',
      ),
      'required',
    )
    .check(z.maxLength(MAX_QUESTIONS, 'too_many_rows'));

/**
 * PUT /api/admin/faq: all questions in order; each text is one plain line with `{name}` placeholders. Saves a draft,
 * which may lack texts; `publish` publishes it as one revision. A stale `version` is a 409 with the list as `current`.
 * DELETE, with `?version=`, restores the brand's questions.
 */
export const faqChangeSchema = z.object({
  questions: listOf((max) => lineText(max, { min: 0 })),
  ...changeFields,
});
export type FaqChange = z.output<typeof faqChangeSchema>;

/** The questions, with the draft over the published ones. While `origin` is `default` they follow brand/texts. */
export const adminFaqSchema = z.object({
  questions: listOf(() => z.string()),
  ...itemState,
});
export type AdminFaq = z.output<typeof adminFaqSchema>;
