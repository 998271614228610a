import { toHalfWidth } from '#shared/places/half-width.ts';
import { CARRIERS, type Carrier } from './carriers.ts';

/**
 * Characters copied along with a number from a label, a carrier's page or a scanner (U+001D separates the parts of a
 * GS1 barcode).
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: scanners send it
const SPACES = /[\s\u001d\u200b-\u200d\u2060\ufeff]+/g;
const DASHES = /[\u2010-\u2015\u2212-]+/g;
/**
 * `'9400…` and `="9400…"` keep a spreadsheet from parsing a number; `]C1` is a scanner's prefix for the kind of
 * barcode.
 */
const MARKS = /^(?:=?["'\u2018\u2019`]+|\][A-Z]\d)|["'\u2018\u2019]+$/gi;

/** Separators between numbers; not the comma of `9,40011E+21`. */
const SEPARATOR = /[;\n]|,(?!\d+E\+\d)/i;

/** The tracking numbers in the stored text of an order, one per parcel. */
export function trackingNumbersOf(trackingNumber: string | null): string[] {
  return trackingNumber === null ? [] : trackingNumber.split(', ');
}

/** The text that an order stores for these tracking numbers. */
export const joinTrackingNumbers = (numbers: readonly string[]): string => numbers.join(', ');

/**
 * A tracking number in its stored form: without spaces, and for a known carrier as it prints it below the barcode. A
 * scan is longer: it has the ZIP code in front, or FedEx's form around it. Unknown numbers keep dashes and lower case,
 * which may have a meaning there. Several numbers are separated by commas, semicolons or lines.
 */
export function cleanTrackingNumber(text: string): string {
  const typed = new Set(text.split(SEPARATOR));
  const numbers = new Set([...typed].map(cleanOne).filter((number) => number !== ''));
  return joinTrackingNumbers([...numbers]);
}

function cleanOne(text: string): string {
  const typed = text.replace(SPACES, '').replace(MARKS, '');
  const plain = toHalfWidth(typed).replace(DASHES, '').toUpperCase();
  return CARRIERS.flatMap((carrier) => printedForm(carrier, plain) ?? [])[0] ?? typed;
}

/**
 * Whether a spreadsheet has rounded a number: `9.40011E+21`, or zeros from the 16th digit on.
 *
 * @param trackingNumber from `cleanTrackingNumber`
 */
export function isRounded(trackingNumber: string): boolean {
  const numbers = trackingNumbersOf(trackingNumber);
  return numbers.some((number) => /^\d(?:[.,]\d*)?E\+\d{2}$/i.test(number) || /^\d{15}0{5,}$/.test(number));
}

/**
 * The carriers whose format and check digit a tracking number fits; none if it is unknown or mistyped. For several
 * numbers, the carriers that all of them fit.
 *
 * @param trackingNumber from `cleanTrackingNumber`
 * @see USPS Publication 199, appendix J · UPS and FedEx label guides · github.com/jkeen/tracking_number_data (test
 * numbers)
 */
export function fittingCarriers(trackingNumber: string): Carrier[] {
  const numbers = trackingNumbersOf(trackingNumber.toUpperCase());
  return CARRIERS.filter((carrier) => numbers.every((number) => printedForm(carrier, number) !== null));
}

/** A number as the carrier prints it; `null` when it is not one of the carrier's. */
function printedForm(carrier: Carrier, number: string): string | null {
  for (const form of FORMS[carrier]) {
    const printed = form(number);
    if (printed !== null) return printed;
  }
  return null;
}

type Form = (number: string) => string | null;
/** A format whose barcode is the printed number. */
const whole =
  (fits: (number: string) => boolean): Form =>
  (number) =>
    fits(number) ? number : null;
/** A format whose barcode contains more: the group of `pattern` is the printed number. */
const part =
  (pattern: RegExp, fits: (part: string) => boolean): Form =>
  (number) => {
    const found = pattern.exec(number)?.[1];
    return found !== undefined && fits(found) ? found : null;
  };

/** Intelligent Mail package barcode. */
const hasUspsCheck = (number: string) => /^9(?:[1-5]\d{20}|[1-5]\d{24}|4\d{28})$/.test(number) && hasMod10(number, 3);

const FORMS: Record<Carrier, readonly Form[]> = {
  USPS: [
    whole(hasUspsCheck),
    // A scan has a ZIP code of five or nine digits in front.
    part(/^420\d{5}(\d+)$/, hasUspsCheck),
    part(/^420\d{9}(\d+)$/, hasUspsCheck),
    // 20 digits: an older service code, or the barcode above without its "91".
    whole((number) => /^\d{20}$/.test(number) && (hasMod10(number, 3) || hasMod10(`91${number}`, 3))),
    whole(hasS10),
  ],
  UPS: [
    whole((number) => /^1Z[\dA-Z]{15}\d$/.test(number) && hasUpsCheck(number.slice(2))),
    // Waybills, and numbers without a check digit.
    whole((number) => /^[AHJKV]\d{10}$/.test(number) && hasUpsCheck(number.slice(1))),
    whole((number) => /^(?:T\d{10}|\d{9})$/.test(number)),
  ],
  FedEx: [
    whole(hasExpressCheck),
    // The long barcodes end with an Express number, or contain it before the four digits of the form (ASTRA).
    part(/^(?:1\d|96)\d{18}00(\d{12})$/, hasExpressCheck),
    part(/^3\d{15}(\d{12})\d{4}$/, hasExpressCheck),
    whole((number) => /^(?:1\d|96)\d{32}$/.test(number) && hasFedexCheck(number.slice(-14))),
    whole(hasGroundCheck),
    part(/^96\d{5}(\d{15})$/, hasGroundCheck),
    whole((number) => /^00(?:\d{16}|\d{18})$/.test(number) && hasMod10(number, 3)),
    whole((number) => /^92\d{20}$/.test(number) && hasMod10(number, 3)),
    whole((number) => /^61\d{18}$/.test(number) && hasMod10(`92${number}`, 3)),
  ],
};

/** GS1's check digit: from the right, every other digit is multiplied by `weight`. */
function hasMod10(digits: string, weight: number): boolean {
  const sum = [...digits.slice(0, -1)]
    .reverse()
    .reduce((total, digit, i) => total + Number(digit) * (i % 2 === 0 ? weight : 1), 0);
  return (10 - (sum % 10)) % 10 === Number(digits.at(-1));
}

/** Standard S10 of the Universal Postal Union, for mail from the United States. */
function hasS10(number: string): boolean {
  if (!/^[A-Z]{2}\d{9}US$/.test(number)) return false;
  const weights = [8, 6, 4, 2, 3, 5, 9, 7];
  const sum = weights.reduce((total, weight, i) => total + weight * Number(number[2 + i]), 0);
  const check = 11 - (sum % 11);
  return (check === 10 ? 0 : check === 11 ? 5 : check) === Number(number[10]);
}

/** Letters count 2 for A, 3 for B and so on, by their last digit; every second character is doubled. */
function hasUpsCheck(number: string): boolean {
  const sum = [...number.slice(0, -1)].reduce((total, character, i) => {
    const value = /\d/.test(character) ? Number(character) : (character.charCodeAt(0) - 63) % 10;
    return total + value * (i % 2 === 0 ? 1 : 2);
  }, 0);
  return (10 - (sum % 10)) % 10 === Number(number.at(-1));
}

/** FedEx Express. */
function hasExpressCheck(number: string): boolean {
  return /^\d{12}$/.test(number) && hasFedexCheck(number);
}

/** FedEx Ground. */
function hasGroundCheck(number: string): boolean {
  return /^\d{15}$/.test(number) && hasMod10(number, 3);
}

/** FedEx Express: weights 1, 3, 7 from the right; the sum modulo 11, and its last digit. */
function hasFedexCheck(digits: string): boolean {
  const weights = [1, 3, 7];
  const sum = [...digits.slice(0, -1)]
    .reverse()
    .reduce((total, digit, i) => total + Number(digit) * (weights[i % 3] ?? 0), 0);
  return (sum % 11) % 10 === Number(digits.at(-1));
}
