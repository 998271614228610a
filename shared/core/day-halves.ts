/** Normalizes Spanish times to `9:00 a. m.`: engines write `a.m.` or `a. m.`, with different spaces. */
export function withDayHalves(text: string): string {
  return text.replace(/([ap])\.\s?m\./gu, '$1.\u00a0m.');
}
