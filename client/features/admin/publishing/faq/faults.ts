import * as m from '#messages';
import { faultsInQuestion, type Question } from '#shared/content/faq.ts';
import type { FieldState } from '../../kit/form/field-state.ts';
import { inBraces } from '../texts/words.ts';

/** By the field's path. `isMissing`: the text is empty, which matters only for publishing. */
type FaqFaults = Readonly<Record<string, { text: string; isMissing: boolean }>>;

export function faultsOf(questions: readonly Question[]): FaqFaults {
  const faults = questions.flatMap((question, i) =>
    faultsInQuestion(question).map(({ path, code, names }) => {
      const text =
        code === 'placeholder_unknown'
          ? m.admin_text_unknown({ names: inBraces(names) })
          : code === 'text_braces'
            ? m.admin_text_braces()
            : m.admin_faq_missing();
      return [`questions.${i}.${path}`, { text, isMissing: code === 'required' }] as const;
    }),
  );
  return Object.fromEntries(faults);
}

/** The first field that prevents saving or publishing. */
export const firstFault = (faults: FaqFaults, isPublished: boolean): string | undefined =>
  Object.keys(faults).find((path) => isPublished || !faults[path]?.isMissing);

/** @param refused the server's refusals, by path @param showsErrors after an attempt to publish */
export function stateOf(
  faults: FaqFaults,
  refused: Readonly<Record<string, string>>,
  showsErrors: boolean,
): FieldState {
  const isQuiet = (path: string) => faults[path]?.isMissing === true && !showsErrors;
  return {
    errorOf: (path) => refused[path] ?? (isQuiet(path) ? undefined : faults[path]?.text),
    noteOf: (path) => (isQuiet(path) ? faults[path]?.text : undefined),
  };
}
