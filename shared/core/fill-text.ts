/** Fills `{name}` with values in one pass, so that braces inside a value are not expanded; unknown names stay. */
export function fillText(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/\{(\w+)\}/g, (all, name: string) => (Object.hasOwn(values, name) ? (values[name] ?? '') : all));
}
