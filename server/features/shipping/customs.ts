import { centsToText } from '#shared/core/money.ts';
import type { Region } from '#shared/places/us-states.ts';
import { regionOfZip } from '#shared/places/zip-states.ts';
import type { Sender } from '#shared/shipping/sender.ts';
import type { Parcel } from './rate-source.ts';

/**
 * Regions that need a customs form for merchandise, although USPS treats it as domestic mail.
 *
 * @see USPS Domestic Mail Manual 608.2.4
 */
const WITH_FORM: ReadonlySet<Region> = new Set(['AS', 'GU', 'MP', 'VI', 'AA', 'AE', 'AP']);
/** Shippo's limit of a printed description. */
const MAX_DESCRIPTION = 50;

/**
 * The customs declaration of a parcel, which Shippo makes the carrier print with the label; `null` if none is required.
 *
 * @see https://docs.goshippo.com/docs/guides_general/international_customs
 */
export function customsDeclaration(
  { lines, address }: Pick<Parcel, 'address' | 'lines'>,
  sender: Sender,
): object | null {
  const region = regionOfZip(address.zipCode);
  if (region === null || !WITH_FORM.has(region)) return null;
  return {
    contents_type: 'MERCHANDISE',
    non_delivery_option: 'RETURN',
    certify: true,
    certify_signer: sender.name,
    // Goods of less than $2,500: 15 CFR 30.37(a).
    eel_pfc: 'NOEEI_30_37_a',
    items: lines.map(({ name, quantity, priceCents, weightOz }) => ({
      description: name.slice(0, MAX_DESCRIPTION),
      quantity,
      // For all units together.
      net_weight: String(quantity * weightOz),
      value_amount: centsToText(quantity * priceCents),
      mass_unit: 'oz',
      value_currency: 'USD',
      origin_country: 'US',
    })),
  };
}
