/** Normalizes names and addresses for comparison: lower case, single spaces. */
export function plainText(text: string): string {
  return text.trim().replace(/\s+/g, ' ').toLowerCase();
}
