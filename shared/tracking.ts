import { CARRIERS, type Carrier } from './carriers.ts';

/** Copied along with a number from a label or a carrier's page. */
const SPACES = /[\s\u200b-\u200d\u2060\ufeff]+/g;
const DASHES = /[\u2010-\u2015\u2212-]+/g;

/**
 * A tracking number as it is stored: without spaces, and in the carrier's own form if it is a number of one. Another text
 * keeps its dashes and small letters: a carrier that we do not know may mean them.
 */
export function cleanTrackingNumber(text: string): string {
  const typed = text.replace(SPACES, '');
  const plain = typed.replace(DASHES, '').toUpperCase();
  return fittingCarriers(plain).length > 0 ? plain : typed;
}

/**
 * The carriers whose tracking numbers have this form and check digit; none when it is not a number of theirs, or
 * mistyped.
 *
 * @param trackingNumber from `cleanTrackingNumber`
 * @see USPS Publication 199, appendix B · UPS and FedEx label guides · github.com/jkeen/tracking_number_data (test
 * numbers)
 */
export function fittingCarriers(trackingNumber: string): Carrier[] {
  const number = trackingNumber.toUpperCase();
  return CARRIERS.filter((carrier) => FORMS[carrier].some((fits) => fits(number)));
}

const FORMS: Record<Carrier, readonly ((number: string) => boolean)[]> = {
  USPS: [
    // Intelligent Mail package barcode, with or without the leading ZIP code that a scan includes.
    (number) => {
      const [, core] = /^(?:420(?:\d{5}|\d{9}))?(9[1-5]\d{20}|9[1-5]\d{24})$/.exec(number) ?? [];
      return core !== undefined && hasMod10(core, 3);
    },
    // 20 digits: an older service code, or the barcode above without its "91".
    (number) => /^\d{20}$/.test(number) && (hasMod10(number, 3) || hasMod10(`91${number}`, 3)),
    hasS10,
  ],
  UPS: [hasUpsCheck, (number) => /^T\d{10}$/.test(number), (number) => /^\d{9}$/.test(number)],
  FedEx: [
    (number) => /^\d{12}$/.test(number) && hasFedexCheck(number),
    // The last 14 digits of the long barcodes are an Express number of 13 digits and its check digit.
    (number) => /^(10|96)\d{32}$/.test(number) && hasFedexCheck(number.slice(-14)),
    (number) => /^\d{15}$/.test(number) && hasMod10(number, 3),
    (number) => /^96\d{20}$/.test(number) && hasMod10(number.slice(7), 3),
    (number) => /^00\d{18}$/.test(number) && hasMod10(number, 3),
    (number) => /^92\d{20}$/.test(number) && hasMod10(number, 3),
    (number) => /^61\d{18}$/.test(number) && hasMod10(`92${number}`, 3),
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

/** Letters have the values 2 for A, 3 for B and so on, by their last digit; every second character is doubled. */
function hasUpsCheck(number: string): boolean {
  if (!/^1Z[\dA-Z]{15}\d$/.test(number)) return false;
  const sum = [...number.slice(2, -1)].reduce((total, character, i) => {
    const value = /\d/.test(character) ? Number(character) : (character.charCodeAt(0) - 63) % 10;
    return total + value * (i % 2 === 0 ? 1 : 2);
  }, 0);
  return (10 - (sum % 10)) % 10 === Number(number.at(-1));
}

/** FedEx Express: weights 1, 3, 7 from the right, the sum by 11, and of that the last digit. */
function hasFedexCheck(digits: string): boolean {
  const weights = [1, 3, 7];
  const sum = [...digits.slice(0, -1)]
    .reverse()
    .reduce((total, digit, i) => total + Number(digit) * (weights[i % 3] ?? 0), 0);
  return (sum % 11) % 10 === Number(digits.at(-1));
}
