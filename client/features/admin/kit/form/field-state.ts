/** Messages at the fields of a form, by path such as `name` and a language. */
export type FieldState = {
  /** Why the field was refused, or, after an attempt to publish, that it is missing. */
  errorOf(path: string): string | undefined;
  /** What it still lacks, as a hint. */
  noteOf(path: string): string | undefined;
};

/** The id of a field's element, by path. */
export const fieldId = (path: string): string => `field-${path.replaceAll('.', '-')}`;

/** Opens the folds around a field, scrolls to it, and focuses it or the first control of a group. @returns whether it exists */
export function focusField(path: string): boolean {
  const field = document.getElementById(fieldId(path));
  for (let fold = field?.closest('details'); fold; fold = fold.parentElement?.closest('details')) fold.open = true;
  const control = field?.matches('input, textarea, select')
    ? field
    : field?.querySelector<HTMLElement>('input:not([type="hidden"]), textarea, select, button');
  (control ?? field)?.focus({ preventScroll: true });
  field?.scrollIntoView({ block: 'center' });
  return field !== null && field !== undefined;
}
