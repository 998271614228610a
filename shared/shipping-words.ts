import { freeShipping } from '#brand/shipping.ts';
import { forEachLanguage, type Language, LOCALES, type Localized } from './language.ts';
import { formatLimit } from './money.ts';
import { businessDaysToShip } from './promises.ts';
import { secondBoxCents } from './rate-table.ts';
import { brandShippingRules, type ShippingRules } from './shipping-rules.ts';
import { STATE_NAMES } from './state-names.ts';
import { US_STATE_CODES, type UsState } from './us-states.ts';

/**
 * What pages say of shipping, ready to stand in their sentences. `free` is `null` while no order ships for nothing; its
 * `orders` ("orders over $25") and `where` ("Florida") are within a sentence, `upTo` is a weight ("20 lb"). `shipDays`:
 * "1-2 business days". `secondBoxCents`: by product, what a second box adds, where that is little.
 */
export type PublicShipping = {
  free: { overCents: number; upToOz: number | null; orders: Localized; where: Localized; upTo: string } | null;
  shipDays: Localized;
  secondBoxCents: Readonly<Record<string, number>>;
};

type Wording = {
  orders: (over: string | null, upTo: string | null) => string;
  states: (count: number) => string;
  lower48: string;
  days: (least: number, most: number) => string;
  price: (free: { orders: string; where: string } | null) => string;
};

const WORDINGS: Readonly<Record<Language, Wording>> = {
  en: {
    orders: (over, upTo) => {
      if (over === null) return upTo === null ? 'all orders' : `orders up to ${upTo}`;
      return upTo === null ? `orders over ${over}` : `orders over ${over} and up to ${upTo}`;
    },
    states: (count) => `${count} states`,
    lower48: 'the lower 48 states',
    days: (least, most) =>
      least === most ? `${most} business day${most === 1 ? '' : 's'}` : `${least}-${most} business days`,
    price: (free) =>
      free
        ? `Free on ${free.orders} within ${free.where}; elsewhere you see the price before you pay.`
        : 'You see the price before you pay.',
  },
  es: {
    orders: (over, upTo) => {
      if (over === null) return upTo === null ? 'todos los pedidos' : `pedidos de hasta ${upTo}`;
      return upTo === null ? `pedidos de más de ${over}` : `pedidos de más de ${over} y de hasta ${upTo}`;
    },
    states: (count) => `${count} estados`,
    lower48: 'los 48 estados continentales',
    days: (least, most) =>
      least === most ? `${most} día${most === 1 ? ' laborable' : 's laborables'}` : `${least}-${most} días laborables`,
    price: (free) =>
      free
        ? `Gratis en ${free.orders} dentro de ${free.where}; fuera de ahí ves el precio antes de pagar.`
        : 'Ves el precio antes de pagar.',
  },
};

const OUNCES = 16;
/** More names than these would fill a line; a number stands for them. */
const MOST_NAMES = 5;
const ISLANDS: readonly UsState[] = ['AK', 'HI'];

/** Ounces as pounds: `320` gives `20 lb`, `24` gives `1.5 lb`. */
export const poundsText = (ounces: number): string => `${Math.round((ounces / OUNCES) * 100) / 100} lb`;

/** What pages say of these rules and products. */
export function publicShipping(
  rules: ShippingRules,
  products: readonly { id: string; weightOz: number }[],
): PublicShipping {
  const { free, flat, services } = rules;
  return {
    free: free.isOn
      ? {
          overCents: free.overCents,
          upToOz: free.upToOz,
          orders: forEachLanguage((language) => freeOrdersText(rules, language)),
          where: forEachLanguage((language) => statesText(free.states, language)),
          upTo: free.upToOz === null ? '' : poundsText(free.upToOz),
        }
      : null,
    shipDays: shipDaysText(rules),
    secondBoxCents: Object.fromEntries(
      products.flatMap(({ id, weightOz }) => {
        // At a flat price a second box adds nothing.
        const cents = flat.isOn ? null : secondBoxCents(services, weightOz);
        return cents ? [[id, cents]] : [];
      }),
    ),
  };
}

/** The orders that ship for nothing: `orders over $25`, `pedidos de más de $25`. */
export function freeOrdersText(
  { free: { overCents, upToOz } }: Pick<ShippingRules, 'free'>,
  language: Language,
): string {
  const over = overCents === 0 ? null : formatLimit(overCents, language);
  return WORDINGS[language].orders(over, upToOz === null ? null : poundsText(upToOz));
}

/** States as they stand behind "within": `Florida and Georgia`, `la Florida y Georgia`. */
export function statesText(codes: readonly UsState[], language: Language): string {
  const brand = brandShippingRules.free.states;
  if (codes.length === brand.length && brand.every((code) => codes.includes(code)))
    return freeShipping.region[language];
  const lower48 = lower48Text(codes, language);
  if (lower48 !== null) return lower48;
  if (codes.length > MOST_NAMES) return WORDINGS[language].states(codes.length);
  return new Intl.ListFormat(LOCALES[language]).format(codes.map((code) => STATE_NAMES[code][language]));
}

/** The words for exactly the states of the mainland, with or without DC; `null` for others. */
export function lower48Text(codes: readonly UsState[], language: Language): string | null {
  const mainland = US_STATE_CODES.filter((code) => !ISLANDS.includes(code) && code !== 'DC');
  const others = codes.filter((code) => code !== 'DC');
  const isWhole = others.length === mainland.length && mainland.every((code) => codes.includes(code));
  return isWhole ? WORDINGS[language].lower48 : null;
}

/** What shipping costs, in a sentence. */
export function shippingPriceText(rules: Pick<ShippingRules, 'free'>, language: Language): string {
  const { isOn, states } = rules.free;
  const free = isOn ? { orders: freeOrdersText(rules, language), where: statesText(states, language) } : null;
  return WORDINGS[language].price(free);
}

/** How long packing takes: `1-2 business days`. */
export function shipDaysText({ calendar }: Pick<ShippingRules, 'calendar'>): Localized {
  const [least, most] = businessDaysToShip(calendar);
  return forEachLanguage((language) => WORDINGS[language].days(least, most));
}
