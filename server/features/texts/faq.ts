import { sections } from '#brand/sections.ts';
import type { Executor } from '#server/db/connect.ts';
import { AppError } from '#server/errors.ts';
import { contentEditor } from '#server/features/content/editor.ts';
import type { ContentKind, Fields } from '#server/features/content/kind.ts';
import { type ContentDeps, listContent } from '#server/features/content/service.ts';
import { factsOf } from '#server/features/facts/kinds.ts';
import type { Product } from '#shared/catalogue/products.ts';
import { answerValues } from '#shared/content/answer-values.ts';
import { fillBrandWords } from '#shared/content/brand-words.ts';
import {
  type AdminFaq,
  type AnswerValue,
  faultsInQuestion,
  type PublicQuestion,
  type Question,
  sometimesIn,
} from '#shared/content/faq.ts';
import { forEachLanguage, type Language, type Localized } from '#shared/core/language.ts';
import type { PublicShipping } from '#shared/shipping/public-shipping.ts';
import { defaultTexts, textKind, toTexts } from './kinds.ts';

/** The only item of its kind: the whole list. */
export const FAQ_ID = 'list';

/** The keys of a question in brand/texts, in the order of `Question`; client/features/site/faq.ts shows the same. */
const BRAND_QUESTIONS: readonly (readonly [question: string, answer: string, otherwise?: string])[] = [
  ['faq_keep_q', 'faq_keep_a'],
  ['faq_wrapped_q', 'faq_wrapped_a'],
  ['faq_allergen_q', 'faq_allergen_a', 'faq_allergen_none'],
  ['faq_shipping_q', 'faq_shipping_a', 'faq_shipping_paid_a'],
  ...(sections.wholesale ? ([['faq_wholesale_q', 'faq_wholesale_a']] as const) : []),
];

/** The page of a product of the brand also uses it, if its own storage text is empty. */
const SAID_ELSEWHERE = 'faq_keep_a';

/** Sentences that are unused once the list is the owner's. */
export const isQuestionText = (key: string): boolean => key.startsWith('faq_') && key !== SAID_ELSEWHERE;

const EMPTY = forEachLanguage(() => '');

function brandQuestions(texts: ReadonlyMap<string, Localized>): Question[] {
  const said = (key: string | undefined) => ({ ...((key && texts.get(key)) || EMPTY) });
  return BRAND_QUESTIONS.map(([question, answer, otherwise]) => {
    return { question: said(question), answer: said(answer), otherwise: said(otherwise) };
  });
}

const defaultsOf = (texts: ReadonlyMap<string, Localized>) => new Map([[FAQ_ID, { questions: brandQuestions(texts) }]]);

/** The questions and answers, as content that the owner can change. */
export const faqKind: ContentKind = {
  kind: 'faq',
  defaults: defaultsOf(defaultTexts),
  // Before the list is saved, the questions are sentences in the list of texts, and may have been changed there.
  prepare: async (db: Executor) => {
    const texts = await listContent({ db: db as ContentDeps['db'] }, textKind);
    const said = texts.flatMap(({ id, published }) => (published ? [[id, toTexts(published)] as const] : []));
    return { ...faqKind, defaults: defaultsOf(new Map(said)) };
  },
  nameOf: (id) => id,
  check: (changes) => {
    const issues = changes.flatMap(({ after }) =>
      toQuestions(after ?? {}).flatMap((question, i) =>
        faultsInQuestion(question).map(({ path, code }) => ({ path: `questions.${i}.${path}`, code })),
      ),
    );
    if (issues.length > 0) throw new AppError('validation', { issues });
  },
};

export const FAQ_CONTENT: readonly ContentKind[] = [faqKind];

export const faqEditor = contentEditor(faqKind, FAQ_CONTENT, ({ version, origin, changed, fields }): AdminFaq => {
  return { questions: toQuestions(fields), version, origin, changed: [...changed] };
});

/** Saved fields as questions. */
export function toQuestions(fields: Fields): Question[] {
  return Array.isArray(fields.questions) ? (fields.questions as Question[]) : [];
}

type Snapshot = { items: ReadonlyMap<string, ReadonlyMap<string, Fields>> };
type Shop = { products: readonly Product[]; shipping: PublicShipping };

/**
 * The owner's questions, filled in. Without `faq`, pages show those of brand/texts. Texts that do not fit, as in a
 * draft or after an update of the shop, are left out.
 */
export function faqContent(snapshot: Snapshot | null, shop: Shop): { faq?: readonly PublicQuestion[] } {
  const saved = snapshot?.items.get(faqKind.kind)?.get(FAQ_ID);
  if (!saved) return {};
  const sound = toQuestions(saved).filter((question) => faultsInQuestion(question).length === 0);
  const facts = factsOf(snapshot);
  const fill = (text: Localized, language: Language) => {
    const values = answerValues(language, shop);
    // An owner's fact may itself contain braces.
    return fillBrandWords(text[language], language, facts).replace(/\{(\w+)\}/g, (all, name: string) =>
      Object.hasOwn(values, name) ? values[name as AnswerValue] : all,
    );
  };
  return {
    faq: sound.map(({ question, answer, otherwise }) => ({
      question: forEachLanguage((language) => fill(question, language)),
      answer: forEachLanguage((language) => {
        const values = answerValues(language, shop);
        return fill(sometimesIn(answer).every((name) => values[name] !== '') ? answer : otherwise, language);
      }),
    })),
  };
}
