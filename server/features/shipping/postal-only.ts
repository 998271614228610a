import { AppError } from '#server/errors.ts';
import type { ShippingAddress } from '#shared/checkout/checkout.ts';
import { toHalfWidth } from '#shared/places/half-width.ts';
import type { Region } from '#shared/places/us-states.ts';
import { isMilitaryZip, regionOfZip } from '#shared/places/zip-states.ts';

/**
 * The only carrier that delivers to post office boxes and military mail: UPS, FedEx and DHL exclude both in their
 * terms. For the territories they require a commercial invoice, which the shop does not make.
 */
const POSTAL_CARRIER = 'USPS';

/** Whether the carrier delivers to this address. */
export function deliversTo(carrier: string, address: ShippingAddress): boolean {
  return carrier === POSTAL_CARRIER || !(isPostalOnly(address) || TERRITORIES.has(regionOfZip(address.zipCode)));
}

/** A post office box in any spelling, general delivery, or an address of the armed forces or diplomats abroad. */
export function isPostalOnly({ addressLine1, addressLine2, city, state, zipCode }: ShippingAddress): boolean {
  if (isMilitaryZip(zipCode) || MILITARY_STATE.test(plain(state)) || MILITARY_POST.test(plain(city))) return true;
  const lines = [addressLine1, addressLine2 ?? ''].map(plain);
  if (lines.some((line) => BOX.test(line))) return true;
  // A box on a rural route, or a private mailbox in a shop, is not a post office box: others deliver there.
  return lines.some((line) => BARE_BOX.test(line)) && !lines.some((line) => OTHER_BOX.test(line));
}

/** The error for US addresses that none of the shop's carriers serves. */
export const unserved = (address: ShippingAddress): AppError =>
  new AppError('address_unserved', { words: isPostalOnly(address) ? 'box_unserved' : 'zip_unserved' });

const TERRITORIES: ReadonlySet<Region | null> = new Set(['AS', 'GU', 'MP', 'PR', 'VI']);

/** Lower case without accents, single spaces instead of dots, commas and dashes. */
const plain = (text: string) =>
  toHalfWidth(text)
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}#]+/gu, ' ')
    .trim();

/** Army or air, fleet, and diplomatic post office: they replace the city. */
const MILITARY_POST = /^[afd] ?p ?o\b/;
const MILITARY_STATE = /^(?:a[aep]$|armed forces)/;
const NUMBER = '(?:no|num|number|numero)? ?#? ?\\d';
const BOX = new RegExp(
  [
    // P.O. Box 12, POBox12, P O B 12, PO 12, PO Drawer A; also with a zero instead of the letter.
    `(?:^|[ #])p ?o ?(?:box|bx|drawer|drwr|lock ?box|b? ?${NUMBER})`,
    '(?:^|[ #])p ?0 ?box',
    '\\bpost(?:al)? ?office ?(?:box|bx|drawer|#|\\d)',
    '\\bpost(?:al)? ?box',
    '\\b(?:apartado|apdo|casilla (?:postal|de correos?)|caja postal)\\b',
    '\\b(?:general delivery|lista de correos|entrega general)\\b',
  ].join('|'),
);
/** At the beginning of a line: `Box 12`. */
const BARE_BOX = new RegExp(`^(?:(?:lock|caller) ?)?(?:box|bx|drawer|caller service) ?(?:${NUMBER}|[a-z]$)`);
const OTHER_BOX = /\b(?:rr|r r|rural route|hc|h c|highway contract|star route|ruta rural|pmb)\b/;
