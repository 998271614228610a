import { services, zones } from '#brand/shipping.ts';
import { AppError } from '#server/errors.ts';
import { priceParcels } from '#shared/rate-table.ts';
import { parseZip } from '#shared/shipping.ts';
import type { Parcel, Rate, RateSource } from './rate-source.ts';

/** Only USPS delivers to a post office box. */
const POST_OFFICE_BOX = /\b(?:p\.? ?o\.?|post office|apartado|general delivery)\b/i;

/** The embedded rate source: a table by zone and weight, with the zones and prices of brand/shipping.ts. */
export const rateTable: RateSource = {
  async listRates({ lines, address }: Parcel): Promise<Rate[]> {
    const zip = parseZip(address.zipCode);
    if (zip === null) throw new AppError('address_unserved');
    const zone = findZone(zip);
    const weightOz = lines.reduce((sum, line) => sum + line.weightOz * line.quantity, 0);
    const postOnly = POST_OFFICE_BOX.test(`${address.addressLine1} ${address.addressLine2 ?? ''}`);
    return services
      .filter((service) => !postOnly || service.carrier === 'USPS')
      .flatMap(({ service, carrier, byZone }) => {
        const row = byZone[zone - 2];
        if (!row) return [];
        return [{ service, carrier, amountCents: priceParcels(weightOz, row), estimatedDays: row[2] }];
      })
      .sort((a, b) => a.amountCents - b.amountCents);
  },
};

function findZone(zip: string): number {
  const prefix = Number(zip.slice(0, 3));
  if (prefix === 5) return 6; // Holtsville, New York
  const zone = zones.find(([lastPrefix]) => prefix <= lastPrefix)?.[1];
  if (zone === undefined) throw new Error(`ZIP prefix ${prefix} has no zone`);
  return zone;
}
