import { freeShipping } from '#brand/shipping.ts';
import { STATE_NAMES } from '#brand/state-names.ts';
import { type OwnText, ruleText } from '#shared/content/rule-words.ts';
import { type Language, LOCALES } from '#shared/core/language.ts';
import { formatLimit } from '#shared/core/money.ts';
import { US_STATE_CODES, type UsState } from '#shared/places/us-states.ts';
import { brandShippingRules, type ShippingRules } from './rules.ts';

const OUNCES = 16;
/** More names would fill a line; a count replaces them. */
const MAX_NAMES = 5;
const ISLANDS: readonly UsState[] = ['AK', 'HI'];

/** Ounces as pounds: `320` becomes `20 lb`, `24` becomes `1.5 lb`. */
export const poundsText = (ounces: number): string => `${Math.round((ounces / OUNCES) * 100) / 100} lb`;

/** The orders that ship free: `orders over $25`, `pedidos de más de $25`. */
export function freeOrdersText(
  { free: { overCents, upToOz } }: Pick<ShippingRules, 'free'>,
  language: Language,
  own?: OwnText,
): string {
  const values = { amount: formatLimit(overCents, language), weight: upToOz === null ? '' : poundsText(upToOz) };
  const [all, limited] =
    overCents === 0 ? (['ordersAll', 'ordersUpTo'] as const) : (['ordersOver', 'ordersBetween'] as const);
  return ruleText(upToOz === null ? all : limited, language, { values, own });
}

/** States as used behind "within": `Florida and Georgia`, `la Florida y Georgia`. */
export function statesText(codes: readonly UsState[], language: Language, own?: OwnText): string {
  const brand = brandShippingRules.free.states;
  if (codes.length === brand.length && brand.every((code) => codes.includes(code)))
    return freeShipping.region[language];
  const lower48 = lower48Text(codes, language, own);
  if (lower48 !== null) return lower48;
  if (codes.length > MAX_NAMES) return ruleText('states', language, { values: { count: String(codes.length) }, own });
  return new Intl.ListFormat(LOCALES[language]).format(codes.map((code) => STATE_NAMES[code][language]));
}

/** The words for exactly the contiguous states, with or without DC; `null` for other sets. */
export function lower48Text(codes: readonly UsState[], language: Language, own?: OwnText): string | null {
  const mainland = US_STATE_CODES.filter((code) => !ISLANDS.includes(code) && code !== 'DC');
  const others = codes.filter((code) => code !== 'DC');
  const isWhole = others.length === mainland.length && mainland.every((code) => codes.includes(code));
  return isWhole ? ruleText('lower48', language, { own }) : null;
}

/** A sentence about the price of shipping. */
export function shippingPriceText(rules: Pick<ShippingRules, 'free'>, language: Language, own?: OwnText): string {
  const { isOn, states } = rules.free;
  if (!isOn) return ruleText('price', language, { own });
  const values = { orders: freeOrdersText(rules, language, own), where: statesText(states, language, own) };
  return ruleText('priceFree', language, { values, own });
}
