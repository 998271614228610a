/** What a form says at its fields, by path such as `name` and a language. */
export type FieldState = {
  /** Why the field was refused, or what it lacks now that somebody asked for it. */
  errorOf(path: string): string | undefined;
  /** What it still lacks, said quietly. */
  noteOf(path: string): string | undefined;
};

/** The element's id of the field at a path. */
export const fieldId = (path: string): string => `field-${path.replaceAll('.', '-')}`;

/** Brings a field into view and gives it the focus; of a group, its first control. @returns whether it is there */
export function focusField(path: string): boolean {
  const field = document.getElementById(fieldId(path));
  const control = field?.matches('input, textarea, select')
    ? field
    : field?.querySelector<HTMLElement>('input:not([type="hidden"]), textarea, select, button');
  (control ?? field)?.focus({ preventScroll: true });
  field?.scrollIntoView({ block: 'center' });
  return field !== null && field !== undefined;
}
