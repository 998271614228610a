import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { issueText } from './issue-text.ts';

/** Props of a registered field, with its error. */
export const fieldOf =
  <Values extends FieldValues, Sent>({ register, formState }: UseFormReturn<Values, unknown, Sent>) =>
  (name: Path<Values>) => ({
    error: issueText(formState.errors[name]?.message as string | undefined),
    ...register(name),
  });
