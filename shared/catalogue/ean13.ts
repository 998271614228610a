/** Seven modules per digit, 1 is a bar: set A. B is C mirrored, C is A inverted (GS1 General Specifications, 5.2.1). */
const SET_A = [
  '0001101',
  '0011001',
  '0010011',
  '0111101',
  '0100011',
  '0110001',
  '0101111',
  '0111011',
  '0110111',
  '0001011',
];
/** Which of digits 2 to 7 use set B: this encodes the first digit. */
const PARITY = ['000000', '001011', '001101', '001110', '010011', '011001', '011100', '010101', '010110', '011010'];
const DIGIT_MODULES = 7;
const QUIET_LEFT = 11;
const QUIET_RIGHT = 7;
const START = QUIET_LEFT;
const LEFT_DIGITS = START + 3;
const CENTRE = LEFT_DIGITS + 6 * DIGIT_MODULES;
const RIGHT_DIGITS = CENTRE + 5;
const END = RIGHT_DIGITS + 6 * DIGIT_MODULES;

/** The symbol's width in modules with the quiet zones that a scanner needs on both sides. */
export const EAN13_MODULES = END + 3 + QUIET_RIGHT;

/**
 * A GTIN as the bars of an EAN-13 symbol: 13 SVG paths, one per digit. The first digit has no bars (the parity of the
 * next six encodes it), so its path holds the guard bars, which are `guard` units longer.
 *
 * @param gtin 8, 12 or 13 digits including the check digit; shorter ones are padded with leading zeros
 * @param height of the symbol, in module widths
 * @throws RangeError when the check digit is wrong, because scanners refuse such a symbol
 */
export function ean13Paths(gtin: string, height: number, guard = 5): string[] {
  const digits = gtin.padStart(13, '0');
  if (!/^\d{13}$/.test(digits) || !hasCheckDigit(digits)) throw new RangeError(`${gtin} is no GTIN`);
  const bars = (at: number, modules: string, length: number) =>
    [...modules.matchAll(/1+/g)]
      .map(({ index, 0: run }) => `M${at + index} 0h${run.length}v${length}h-${run.length}z`)
      .join('');
  const parity = PARITY[Number(digits[0])];
  const guards = bars(START, '101', height) + bars(CENTRE, '01010', height) + bars(END, '101', height);
  const rest = Array.from({ length: 12 }, (_, i) => {
    const code = SET_A[Number(digits[i + 1])] ?? '';
    const isRight = i >= 6;
    const modules = isRight ? inverted(code) : parity?.[i] === '1' ? mirrored(inverted(code)) : code;
    const at = (isRight ? RIGHT_DIGITS - 6 * DIGIT_MODULES : LEFT_DIGITS) + i * DIGIT_MODULES;
    return bars(at, modules, height - guard);
  });
  return [guards, ...rest];
}

/** Whether the last of 13 digits is the check digit: with alternating weights 1 and 3, the sum is a multiple of ten. */
export function hasCheckDigit(digits: string): boolean {
  return [...digits].reduce((sum, digit, i) => sum + Number(digit) * (i % 2 ? 3 : 1), 0) % 10 === 0;
}

function inverted(modules: string): string {
  return modules.replace(/[01]/g, (module) => (module === '0' ? '1' : '0'));
}

function mirrored(modules: string): string {
  return [...modules].reverse().join('');
}
