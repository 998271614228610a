import { expect, test } from 'vitest';
import type { Carrier } from './carriers.ts';
import { cleanTrackingNumber, fittingCarriers, isRounded, trackingNumbersOf } from './tracking.ts';

/** Numbers of real labels, from github.com/jkeen/tracking_number_data and the carriers' pages. */
const GOOD: Record<Carrier, string[]> = {
  USPS: [
    ...'9400111201080805483016 9361289878700317633795 9405803699300124287899 9505511069605048600624'.split(' '),
    ...'9101123456789000000013 92748931507708513018050063 420221539101026837331000039521'.split(' '),
    ...'4201002334249200190132607600833457 4201028200009261290113185417468510'.split(' '),
    ...'940011291234567812345678901233 71969010756003077385 03071790000523483741 RB123456785US'.split(' '),
  ],
  UPS: [
    ...'1Z5R89390357567127 1Z879E930346834440 1Z410E7W0392751591 1Z8V92A70367203024'.split(' '),
    ...'1z999aa10123456784 K1506235620 J4603636537 V0490119172'.split(' '),
  ],
  FedEx: [
    ...'986578788855 477179081230 799531274483 974367662710 041441760228964 568283610012734'.split(' '),
    ...'9611020987654312345672 1001921334250001000300779017972697'.split(' '),
    ...'9622001900000000000000776632517510 1195266473930007521100871079919940'.split(' '),
    ...'1195583874210007521100871140316936 000123450000000027 61299998820821171811'.split(' '),
  ],
};

for (const [carrier, numbers] of Object.entries(GOOD)) {
  test(`distinguishes the numbers of ${carrier} from those of other carriers`, () => {
    for (const number of numbers) expect([number, fittingCarriers(number)[0]]).toEqual([number, carrier]);
  });

  test(`detects one wrong digit in a number of ${carrier}`, () => {
    for (const number of numbers) {
      const last = Number(number.replace(/\D+$/, '').at(-1));
      const at = number.replace(/\D+$/, '').length - 1;
      const wrong = `${number.slice(0, at)}${(last + 1) % 10}${number.slice(at + 1)}`;
      expect([wrong, fittingCarriers(wrong).includes(carrier as Carrier)]).toEqual([wrong, false]);
    }
  });
}

test('an unknown number fits no carrier', () => {
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

test('a scanned number becomes the one that the carrier prints below the barcode', () => {
  const printed: [scanned: string, printed: string][] = [
    ['420 22153 9101026837331000039521', '9101026837331000039521'],
    ['420221531234 9101026837331000039521', '9101026837331000039521'],
    // The last four digits of the ZIP code look like the start of a number.
    ['420331019200 9101026837331000039521', '9101026837331000039521'],
    ['4202215392748931507708513018050063', '92748931507708513018050063'],
    [']C142022153\u001d9101026837331000039521', '9101026837331000039521'],
    ['1195266473930007521100871079919940', '871079919940'],
    ['1001921334250001000300779017972697', '779017972697'],
    ['9632001560123456789900794808390594', '794808390594'],
    ['32971514560102447849175802862014', '784917580286'],
    ['33810799560000004380417923803212', '438041792380'],
    ['9611020987654312345672', '987654312345672'],
  ];
  for (const [scanned, number] of printed) {
    expect([scanned, cleanTrackingNumber(scanned)]).toEqual([scanned, number]);
    expect([number, cleanTrackingNumber(number), fittingCarriers(number).length]).toEqual([number, number, 1]);
  }
});

test('a scan with one wrong digit stays unchanged', () => {
  for (const scan of ['420221539101026837331000039522', '32971514560102447849175802872014']) {
    expect([cleanTrackingNumber(scan), fittingCarriers(scan)]).toEqual([scan, []]);
  }
});

test('removes what keeps a spreadsheet from parsing a number', () => {
  for (const text of [
    "'9400111201080805483016",
    '="9400111201080805483016"',
    '’9400 1112 0108 0805 4830 16',
    '９４００111201080805483016',
  ])
    expect([text, cleanTrackingNumber(text)]).toEqual([text, '9400111201080805483016']);
  expect(cleanTrackingNumber("'abc-1")).toBe('abc-1');
});

test('detects a number whose digits a spreadsheet has lost', () => {
  for (const text of ['1.23E+21', '9,40011e+21', '9E+21', '9400111201080800000000'])
    expect([text, isRounded(cleanTrackingNumber(text))]).toEqual([text, true]);
  for (const text of [
    '9400111201080805483016',
    '1Z999AA10123456784',
    'EE123456785US',
    '1.23E',
    '9.4-E21',
    '900000000000',
  ])
    expect([text, isRounded(cleanTrackingNumber(text))]).toEqual([text, false]);
});

test('an unknown number stays as typed, except for spaces', () => {
  expect(cleanTrackingNumber(' abc-12 3 ')).toBe('abc-123');
  expect(cleanTrackingNumber('\u200b ')).toBe('');
});

test('several numbers stand for several parcels: cleaned, unique, of one carrier if all fit', () => {
  const [first = '', second = ''] = GOOD.USPS;
  const [ups = ''] = GOOD.UPS;
  const stored = cleanTrackingNumber(` ${first};'${second} ,, ${first}\n`);
  expect([stored, trackingNumbersOf(stored)]).toEqual([`${first}, ${second}`, [first, second]]);
  expect(fittingCarriers(stored)).toEqual(['USPS']);
  expect(fittingCarriers(`${first}, ${ups}`)).toEqual([]);
  expect(isRounded(cleanTrackingNumber(`${first}, 9,40011e+21`))).toBe(true);
  expect([trackingNumbersOf(null), cleanTrackingNumber(' , ;')]).toEqual([[], '']);
});
