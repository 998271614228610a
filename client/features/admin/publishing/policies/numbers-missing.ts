/** Numbers in another text that this one does not have, such as days changed in only one of them. */
export function numbersMissingIn(text: string, other: string): string[] {
  const numbersIn = (words: string) => new Set(words.match(/\d+(?:[.,]\d+)*/g));
  const known = numbersIn(text);
  return [...numbersIn(other)].filter((number) => !known.has(number));
}
