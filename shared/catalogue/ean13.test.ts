import fc from 'fast-check';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { products } from '#brand/catalogue.ts';
import { EAN13_MODULES, ean13Paths } from './ean13.ts';

const HEIGHT = 60;
const PIXELS_PER_MODULE = 3;

/** One row of pixels across the drawn symbol, as a scanner reads it. */
async function scan(paths: readonly string[]): Promise<number[]> {
  const width = EAN13_MODULES * PIXELS_PER_MODULE;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${EAN13_MODULES} ${HEIGHT}" width="${width}" height="${HEIGHT}" preserveAspectRatio="none" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${EAN13_MODULES}v${HEIGHT}H0z"/>${paths.map((d) => `<path d="${d}"/>`).join('')}</svg>`;
  const { data } = await sharp(Buffer.from(svg))
    .greyscale()
    .extract({ left: 0, top: HEIGHT / 2, width, height: 1 })
    .raw()
    .toBuffer({ resolveWithObject: true });
  return [...data];
}

/** Widths of space, bar, space, bar of each digit in set A, as published tables list them; set B is reversed. */
const WIDTHS = ['3211', '2221', '2122', '1411', '1132', '1231', '1114', '1312', '1213', '3112'];
const FIRST_DIGIT = 'AAAAAA AABABB AABBAB AABBBA ABAABB ABBAAB ABBBAA ABABAB ABABBA ABBABA'.split(' ');

/** Reads an EAN-13 symbol from pixels by run widths, independently of the code that draws it. */
function decode(pixels: readonly number[]): string {
  const runs: number[] = [];
  let dark = false;
  for (const pixel of pixels) {
    if (pixel < 128 !== dark || runs.length === 0) runs.push(0);
    dark = pixel < 128;
    runs[runs.length - 1] = (runs.at(-1) ?? 0) + 1;
  }
  const [left = 0, ...bars] = runs;
  const right = bars.pop() ?? 0;
  if (bars.length !== 59) throw new Error(`${bars.length} runs`);
  const unit = bars.reduce((sum, run) => sum + run, 0) / 95;
  if (left < 11 * unit || right < 7 * unit) throw new Error('The quiet zone is too narrow');
  const widths = bars.map((run) => Math.round(run / unit)).join('');
  const [, a = '', b = ''] = /^111(\d{24})11111(\d{24})111$/.exec(widths) ?? [];
  const fours = (text: string) => text.match(/.{4}/g) ?? [];
  let sets = '';
  const digits = [...fours(a), ...fours(b)].map((four, i) => {
    const asB = WIDTHS.indexOf([...four].reverse().join(''));
    const asA = WIDTHS.indexOf(four);
    if (i < 6) sets += asA >= 0 ? 'A' : 'B';
    return asA >= 0 ? asA : i < 6 ? asB : -1;
  });
  return [FIRST_DIGIT.indexOf(sets), ...digits].join('');
}

function withCheckDigit(twelve: string): string {
  const sum = [...twelve].reduce((total, digit, i) => total + Number(digit) * (i % 2 ? 3 : 1), 0);
  return twelve + ((10 - (sum % 10)) % 10);
}

test.each(products)('the symbol of $id has thirteen paths, and a decoder reads its GTIN from it', async ({ gtin }) => {
  const paths = ean13Paths(gtin, HEIGHT);
  expect(paths).toHaveLength(13);
  expect(decode(await scan(paths))).toBe(gtin.padStart(13, '0'));
});

test('any number with its check digit is read back from its bars', async () => {
  const numbers = fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 12, maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(numbers, async (digits) => {
      const gtin = withCheckDigit(digits.join(''));
      expect(decode(await scan(ean13Paths(gtin, HEIGHT)))).toBe(gtin);
    }),
    { numRuns: 60 },
  );
});

test('the decoder refuses a symbol with a missing digit, and derives the first digit from parity', async () => {
  const paths = ean13Paths('4006381333931', HEIGHT);
  await expect(scan(paths.slice(0, -1)).then(decode)).rejects.toThrow('runs');
  expect(decode(await scan(paths))).toBe('4006381333931');
});

test('a number with a wrong check digit is refused', () => {
  expect(() => ean13Paths('4006381333930', HEIGHT)).toThrow(RangeError);
  expect(() => ean13Paths('abc', HEIGHT)).toThrow(RangeError);
});
