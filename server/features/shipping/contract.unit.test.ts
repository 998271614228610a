import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { products } from '#brand/catalogue.ts';
import { facts } from '#brand/facts.ts';
import { brandFacts } from '#shared/content/shop-facts.ts';
import { brandShippingRules } from '#shared/shipping/rules.ts';
import { aNewYorkAddress, anAddress } from '#test/makers.ts';
import { ShippoStandIn } from '#test/stand-ins/shippo.ts';
import type { Parcel, RateSource } from './rate-source.ts';
import { rateTable } from './rate-table.ts';
import { shippoRates } from './shippo.ts';

/* What the shop relies on, whatever the source of rates. A new source is one more entry in IMPLEMENTATIONS. */

type Subject = { source: RateSource; close(): Promise<void> };

const table = async (): Promise<Subject> => ({ source: rateTable(() => brandShippingRules), close: async () => {} });

async function shippo(): Promise<Subject> {
  const standIn = await ShippoStandIn.start();
  return {
    source: shippoRates({ token: standIn.token, apiUrl: standIn.url, fallback: 'none' }, () => ({
      ...brandFacts,
      name: facts.name,
      phoneHref: '',
    })),
    close: () => standIn.close(),
  };
}

const IMPLEMENTATIONS = { table, shippo };

const [box] = products;
const aParcel = (address = aNewYorkAddress(), quantity = 1): Parcel => ({
  lines: [
    {
      id: box.id,
      name: box.name.en,
      quantity,
      priceCents: box.priceCents,
      weightOz: box.weightOz,
      parcelInches: box.parcelInches,
    },
  ],
  address,
});

describe.each(Object.entries(IMPLEMENTATIONS))('%s', (_name, start) => {
  let subject: Subject;
  let source: RateSource;
  beforeAll(async () => {
    subject = await start();
    ({ source } = subject);
  });
  afterAll(() => subject.close());

  test.each([
    ['a house in New York', aParcel()],
    ['a house in Florida', aParcel(anAddress())],
    ['forty boxes', aParcel(aNewYorkAddress(), 40)],
  ])('%s has paid rates, cheapest first, each with carrier, service and days', async (_what, parcel) => {
    const rates = await source.listRates(parcel);
    expect(rates.length).toBeGreaterThan(0);
    for (const { service, carrier, amountCents, estimatedDays } of rates) {
      expect([service, carrier].every((name) => name.trim() === name && name.length > 0)).toBe(true);
      expect(Number.isInteger(amountCents) && amountCents > 0).toBe(true);
      expect(Number.isInteger(estimatedDays) && estimatedDays > 0).toBe(true);
    }
    const amounts = rates.map(({ amountCents }) => amountCents);
    expect(amounts).toEqual(amounts.toSorted((a, b) => a - b));
  });

  test('each service of a carrier appears once, so that a choice identifies one rate', async () => {
    const names = (await source.listRates(aParcel())).map(({ carrier, service }) => `${carrier} ${service}`);
    expect(new Set(names).size).toBe(names.length);
  });

  test('the same parcel has the same rates when it is asked for again', async () => {
    expect(await source.listRates(aParcel())).toEqual(await source.listRates(aParcel()));
  });

  test('returns a new list each time, which a caller may change', async () => {
    const before = await source.listRates(aParcel());
    const asked = structuredClone(before);
    before.length = 0;
    expect(await source.listRates(aParcel())).toEqual(asked);
  });
});
