/** The numbers of a short text that a long one does not have, such as days of a rule that was changed in one of them. */
export function numbersMissingIn(long: string, short: string): string[] {
  const numbersIn = (text: string) => new Set(text.match(/\d+(?:[.,]\d+)*/g));
  const known = numbersIn(long);
  return [...numbersIn(short)].filter((number) => !known.has(number));
}
