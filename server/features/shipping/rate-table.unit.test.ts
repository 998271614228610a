import { expect, test } from 'vitest';
import { products } from '#brand/catalogue.ts';
import { AppError } from '#server/errors.ts';
import { brandShippingRules } from '#shared/shipping/rules.ts';
import { anAddress } from '#test/makers.ts';
import type { Rate } from './rate-source.ts';
import { rateTable } from './rate-table.ts';

/** A ZIP of each state, the District, the islands and military mail. */
const ZIPS: Record<string, string> = {
  AL: '35203',
  AK: '99501',
  AZ: '85001',
  AR: '72201',
  CA: '90001',
  CO: '80202',
  CT: '06103',
  DE: '19901',
  DC: '20001',
  FL: '33130',
  GA: '30303',
  HI: '96813',
  ID: '83702',
  IL: '60601',
  IN: '46204',
  IA: '50309',
  KS: '66603',
  KY: '40601',
  LA: '70112',
  ME: '04330',
  MD: '21401',
  MA: '02108',
  MI: '48226',
  MN: '55101',
  MS: '39201',
  MO: '65101',
  MT: '59601',
  NE: '68502',
  NV: '89701',
  NH: '03301',
  NJ: '07102',
  NM: '87501',
  NY: '10001',
  NC: '27601',
  ND: '58501',
  OH: '43215',
  OK: '73102',
  OR: '97201',
  PA: '17101',
  RI: '02903',
  SC: '29201',
  SD: '57501',
  TN: '37201',
  TX: '78701',
  UT: '84111',
  VT: '05602',
  VA: '23219',
  WA: '98501',
  WV: '25301',
  WI: '53703',
  WY: '82001',
  PR: '00901',
  VI: '00802',
  GU: '96910',
  AA: '34002',
  AE: '09012',
  AP: '96201',
  Holtsville: '00501',
};

async function ratesTo(zipCode: string, quantity = 1, changes = {}): Promise<Rate[]> {
  const [product] = products;
  const lines = [{ ...product, name: product.name.en, quantity }];
  return rateTable(() => brandShippingRules).listRates({ lines, address: anAddress({ zipCode, ...changes }) });
}
const cheapest = async (...args: Parameters<typeof ratesTo>) => (await ratesTo(...args))[0]?.amountCents ?? 0;

test('offers at least three paid services with honest carriers and days to every US address', async () => {
  const faults: string[] = [];
  for (const [place, zip] of Object.entries(ZIPS)) {
    const rates = await ratesTo(zip);
    if (new Set(rates.map((rate) => `${rate.carrier} ${rate.service}`)).size < 3) faults.push(`${place}: few`);
    for (const { carrier, amountCents, estimatedDays } of rates) {
      if (!['USPS', 'UPS', 'FedEx'].includes(carrier)) faults.push(`${place}: ${carrier}`);
      if (!Number.isSafeInteger(amountCents) || amountCents < 500 || amountCents > 10_000)
        faults.push(`${place}: ${amountCents}`);
      if (!Number.isSafeInteger(estimatedDays) || estimatedDays < 1 || estimatedDays > 10)
        faults.push(`${place}: ${estimatedDays} days`);
    }
    if (rates.some((rate, i) => rate.amountCents < (rates[i - 1]?.amountCents ?? 0))) faults.push(`${place}: order`);
  }
  expect(faults).toEqual([]);
});

test('has a price for every ZIP prefix from 005 to 999', async () => {
  let missing = 0;
  for (let prefix = 5; prefix <= 999; prefix++) {
    if ((await ratesTo(`${String(prefix).padStart(3, '0')}01`)).length < 3) missing += 1;
  }
  expect(missing).toBe(0);
});

test('asks more for farther and for heavier parcels', async () => {
  const far = [
    await cheapest('33130'),
    await cheapest('30303'),
    await cheapest('10001'),
    await cheapest('90001'),
    await cheapest('99501'),
  ];
  expect(far).toEqual([...far].sort((a, b) => a - b));
  const heavy = [];
  for (const quantity of [1, 2, 14, 15, 16, 99]) heavy.push(await cheapest('10001', quantity));
  expect(heavy).toEqual([...heavy].sort((a, b) => a - b));
});

test('sends only the post to post office boxes, islands and military mail', async () => {
  const places = [
    await ratesTo('10001', 1, { addressLine1: 'P.O. Box 12' }),
    await ratesTo('10001', 1, { addressLine1: 'PO Box 12' }),
    await ratesTo('00901'),
    await ratesTo('09012'),
    await ratesTo('34002'),
  ];
  expect(new Set(places.flat().map((rate) => rate.carrier))).toEqual(new Set(['USPS']));
  expect((await ratesTo('10001', 1, { addressLine1: '12 Poplar Street' })).some((rate) => rate.carrier === 'UPS')).toBe(
    true,
  );
});

test('reports that a box, or a ZIP, has no service left', async () => {
  const rules = {
    ...brandShippingRules,
    services: brandShippingRules.services.filter(({ carrier }) => carrier !== 'USPS'),
  };
  const [product] = products;
  const lines = [{ ...product, name: product.name.en, quantity: 1 }];
  const ask = (changes: Parameters<typeof anAddress>[0]) =>
    rateTable(() => rules).listRates({ lines, address: anAddress(changes) });
  await expect(ask({ addressLine1: 'Box 12' })).rejects.toMatchObject({
    code: 'address_unserved',
    words: 'box_unserved',
  });
  await expect(ask({ state: 'AK', zipCode: '99501' })).rejects.toMatchObject({ words: 'zip_unserved' });
  expect((await ask({})).length).toBeGreaterThan(0);
});

test('refuses an invalid US ZIP', async () => {
  for (const zip of ['K1A 0B1', '00000', '00123', 'SW1A 1AA', '123456', 'abcde']) {
    await expect(ratesTo(zip)).rejects.toEqual(new AppError('address_unserved'));
  }
});
