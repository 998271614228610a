import { expect, test } from 'vitest';
import type { Carrier } from './carriers.ts';
import { cleanTrackingNumber, fittingCarriers } from './tracking.ts';

/** Numbers of real labels, from github.com/jkeen/tracking_number_data and the carriers' pages. */
const GOOD: Record<Carrier, string[]> = {
  USPS: [
    '9400111201080805483016',
    '9361289878700317633795',
    '9405803699300124287899',
    '9505511069605048600624',
    '9101123456789000000013',
    '92748931507708513018050063',
    '420221539101026837331000039521',
    '4201002334249200190132607600833457',
    '71969010756003077385',
    '03071790000523483741',
    'RB123456785US',
  ],
  UPS: ['1Z5R89390357567127', '1Z879E930346834440', '1Z410E7W0392751591', '1Z8V92A70367203024', '1z999aa10123456784'],
  FedEx: [
    '986578788855',
    '477179081230',
    '799531274483',
    '974367662710',
    '041441760228964',
    '568283610012734',
    '9611020987654312345672',
    '1001921334250001000300779017972697',
    '9622001900000000000000776632517510',
    '61299998820821171811',
  ],
};

for (const [carrier, numbers] of Object.entries(GOOD)) {
  test(`knows the numbers of ${carrier} from those of the others`, () => {
    for (const number of numbers) expect([number, fittingCarriers(number)[0]]).toEqual([number, carrier]);
  });

  test(`sees one wrong digit in a number of ${carrier}`, () => {
    for (const number of numbers) {
      const last = Number(number.replace(/\D+$/, '').at(-1));
      const at = number.replace(/\D+$/, '').length - 1;
      const wrong = `${number.slice(0, at)}${(last + 1) % 10}${number.slice(at + 1)}`;
      expect([wrong, fittingCarriers(wrong).includes(carrier as Carrier)]).toEqual([wrong, false]);
    }
  });
}

test('fits nobody with what is no number of any of them', () => {
  for (const text of ['', '1', '9400', 'x'.repeat(64), '../../?x=<script>', '0'.repeat(13), '1Z5R8939035756712X']) {
    expect([text, fittingCarriers(text)]).toEqual([text, []]);
  }
});

test('drops spaces and dashes of every kind, as labels and copied cells have them', () => {
  for (const text of ['9400 1112-0108 0805\u20134830\u00a016\u00a0', '\ufeff94001112\u200b01080805483016']) {
    expect(cleanTrackingNumber(text)).toBe('9400111201080805483016');
  }
  expect(cleanTrackingNumber(' 1z 999-aa1 0123456784 ')).toBe('1Z999AA10123456784');
});

test('leaves a number of no carrier as it was typed, but for spaces', () => {
  expect(cleanTrackingNumber(' abc-12 3 ')).toBe('abc-123');
  expect(cleanTrackingNumber('\u200b ')).toBe('');
});
