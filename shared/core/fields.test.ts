import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { productInputSchema } from '#shared/catalogue/products.ts';
import { addressSchema, confirmOrderInputSchema } from '#shared/checkout/checkout.ts';
import { checkPlaceholders } from '#shared/emails/emails.ts';
import { trackingInputSchema } from '#shared/orders/admin-orders.ts';
import { cleanZip, parseZip } from '#shared/places/zip.ts';
import { normalizeState } from '#shared/shipping/shipping.ts';
import { cleanTrackingNumber } from '#shared/shipping/tracking.ts';
import { storeLocationInputSchema } from '#shared/stores/stores.ts';
import { emailField, phoneField, zipField } from './contact-fields.ts';
import { cleanEmail, faultInEmail } from './email.ts';
import { blockText, lineText } from './fields.ts';
import { negotiateLanguage } from './language.ts';
import { listQuerySchema } from './lists.ts';
import { textToCents } from './money.ts';
import { readPhone } from './phone.ts';

const SIZE = 50_000;
const fill = (piece: string) => piece.repeat(Math.ceil(SIZE / piece.length));

/** Inputs that cause catastrophic backtracking in careless regular expressions. */
const HOSTILE = [
  fill('a'),
  `${fill('a')}!`,
  `a@${fill('a.')}`,
  `${fill('a.')}@x.co`,
  `a@${fill('a-')}.${fill('-')}`,
  fill('@'),
  fill('a@b.'),
  `${fill('0')}x`,
  `${fill(' ')}x`,
  `x${fill(' ')}x`,
  `${fill('\t ')}\n`,
  fill('{{'),
  fill('{{a'),
  fill('{{ '),
  `{{${fill(' ')}a}}`,
  `{{${fill('a')}`,
  fill('{{a}}'),
  fill('{{a} }'),
  fill('es;q='),
  fill('es-'),
  fill(',;'),
  fill('1.'),
  fill('33010-'),
  fill('\u0301'),
  fill('e\u0301'),
  fill('ﷺ'),
];

const ADDRESS = { fullName: 'A', email: 'a@b.co', phone: '3055550100', addressLine1: 'A', city: 'A', state: 'FL' };
const list = listQuerySchema(['pending'], ['newest']);
const labelOf = (text: string) => ({
  servingSize: text,
  calories: 0,
  nutrients: [{ id: 'sodium', amount: text, dailyPercent: null, level: 0 }],
  vitamins: [],
});
const READERS: [what: string, read: (text: string) => unknown][] = [
  ['e-mail', (text) => z.safeParse(emailField, text)],
  ['a fault in an e-mail', (text) => faultInEmail(cleanEmail(text))],
  ['phone', (text) => z.safeParse(phoneField, text)],
  ['ZIP', (text) => z.safeParse(zipField, text)],
  ['a line', (text) => z.safeParse(lineText(SIZE * 2), text)],
  ['a block', (text) => z.safeParse(blockText(SIZE * 2), text)],
  [
    'an address',
    (text) => z.safeParse(addressSchema, { ...ADDRESS, zipCode: text, state: text, preferredLanguage: text }),
  ],
  ['a payment', (text) => z.safeParse(confirmOrderInputSchema, { paymentIntentId: `pi_${text}` })],
  ['a tracking number', (text) => z.safeParse(trackingInputSchema, { trackingNumber: text, carrier: text })],
  ['a place', (text) => z.safeParse(storeLocationInputSchema, { name: text, latitude: text, longitude: text })],
  ['a list', (text) => z.safeParse(list, { q: text, status: text, limit: text, cursor: text })],
  ['a label', (text) => z.safeParse(productInputSchema, { nutrition: labelOf(text) })],
  ['placeholders', (text) => checkPlaceholders('order_confirmation', { subject: text, body: text })],
  ['a language', negotiateLanguage],
  ['a state', normalizeState],
  ['a ZIP of five', parseZip],
  ['a whole ZIP', cleanZip],
  ['a phone number', readPhone],
  ['a scanned number', cleanTrackingNumber],
  ['an amount', textToCents],
];

const MAX_MS = 20;

/** The processor time of the fastest of up to `runs`: other load can only make a run slower. */
function fastestMs(work: () => unknown, runs = 20): number {
  let fastest = Number.POSITIVE_INFINITY;
  for (let run = 0; run < runs && fastest > MAX_MS; run++) {
    const start = process.threadCpuUsage();
    work();
    const { user, system } = process.threadCpuUsage(start);
    fastest = Math.min(fastest, (user + system) / 1000);
  }
  return fastest;
}

test(`I17: ${HOSTILE.length} texts of 50 KB are read in at most ${MAX_MS} ms each by all input parsers`, () => {
  const slow = READERS.flatMap(([what, read]) =>
    HOSTILE.map((text) => ({ what, text: text.slice(0, 20), ms: fastestMs(() => read(text)) })).filter(
      ({ ms }) => ms > MAX_MS,
    ),
  );
  expect(slow).toEqual([]);
});

test('I17 control: a nested repetition takes longer than that on a thousandth of the text', () => {
  expect(fastestMs(() => /^(a+)+$/.test(`${'a'.repeat(23)}!`), 3)).toBeGreaterThan(MAX_MS);
});
