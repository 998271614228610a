import * as m from '#messages';
import type { Question } from '#shared/content/faq.ts';
import type { Language } from '#shared/core/language.ts';
import { getLanguage } from '../../../../lib/language.ts';

/** All questions and answers of a list in one language, in their order. */
export function questionsText(questions: readonly Question[], language: Language): string {
  const said = questions.map(({ question, answer, otherwise }, i) => {
    const texts = [question, answer, otherwise].map((text) => text[language]).filter((text) => text !== '');
    return `${i + 1}. ${texts.join(' ')}`;
  });
  return said.join('\n') || m.admin_value_none();
}

/** A value of the list for the lists of changes: its questions, in the language of the screen. */
export function faqValueText(value: unknown): string {
  const questions = Array.isArray(value) ? (value as Question[]) : [];
  return questions.map(({ question }) => question[getLanguage()]).join(' · ') || m.admin_value_none();
}
