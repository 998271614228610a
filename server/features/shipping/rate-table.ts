import { AppError } from '#server/errors.ts';
import { parseZip } from '#shared/places/zip.ts';
import { FARTHEST_MAINLAND_ZONE, zoneOfPrefix } from '#shared/places/zones.ts';
import { priceParcels } from '#shared/shipping/rate-table.ts';
import { deliversTo, unserved } from './postal-only.ts';
import type { Parcel, Rate, RateSource } from './rate-source.ts';
import type { CurrentShippingRules } from './rules.ts';

/** The embedded rate source: the owner's table by zone and weight, with the zones of brand/shipping.ts. */
export const rateTable = (rules: CurrentShippingRules): RateSource => ({
  async listRates({ lines, address }: Parcel): Promise<Rate[]> {
    const zip = parseZip(address.zipCode);
    if (zip === null) throw new AppError('address_unserved');
    const zone = findZone(zip);
    const weightOz = lines.reduce((sum, line) => sum + line.weightOz * line.quantity, 0);
    const rates = rules()
      .services.filter(({ isOn, carrier }) => isOn && deliversTo(carrier, address))
      .flatMap(({ service, carrier, byZone }) => {
        const row = byZone[zone - 2];
        if (!row) return [];
        return [{ service, carrier, amountCents: priceParcels(weightOz, row), estimatedDays: row.days }];
      })
      .sort((a, b) => a.amountCents - b.amountCents);
    if (rates.length === 0) throw unserved(address);
    return rates;
  },
});

/** Whether a ZIP code is in the 48 states. */
export function isMainland(zip: string): boolean {
  return findZone(zip) <= FARTHEST_MAINLAND_ZONE;
}

const findZone = (zip: string) => zoneOfPrefix(Number(zip.slice(0, 3)));
