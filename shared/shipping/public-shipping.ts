import { type OwnText, ruleText } from '#shared/content/rule-words.ts';
import { forEachLanguage, type Localized } from '#shared/core/language.ts';
import { businessDaysToShip } from './promises.ts';
import { secondBoxCents } from './rate-table.ts';
import type { ShippingRules } from './rules.ts';
import { freeOrdersText, poundsText, statesText } from './words.ts';

/**
 * Shipping facts for pages, as parts of sentences. `free` is `null` if no order ships free; its `orders` ("orders over
 * $25") and `where` ("Florida") fit into a sentence, `upTo` is a weight ("20 lb"). `shipDays`: "1-2 business days".
 * `secondBoxCents`: by product, what a second box adds, only if that is little.
 */
export type PublicShipping = {
  free: { overCents: number; upToOz: number | null; orders: Localized; where: Localized; upTo: string } | null;
  shipDays: Localized;
  secondBoxCents: Readonly<Record<string, number>>;
};

/** What pages say about these rules and products. @param own the owner's wording */
export function publicShipping(
  rules: ShippingRules,
  products: readonly { id: string; weightOz: number }[],
  own?: OwnText,
): PublicShipping {
  const { free, flat, services } = rules;
  return {
    free: free.isOn
      ? {
          overCents: free.overCents,
          upToOz: free.upToOz,
          orders: forEachLanguage((language) => freeOrdersText(rules, language, own)),
          where: forEachLanguage((language) => statesText(free.states, language, own)),
          upTo: free.upToOz === null ? '' : poundsText(free.upToOz),
        }
      : null,
    shipDays: shipDaysText(rules, own),
    secondBoxCents: Object.fromEntries(
      products.flatMap(({ id, weightOz }) => {
        // With a flat price, a second box adds nothing.
        const cents = flat.isOn ? null : secondBoxCents(services, weightOz);
        return cents ? [[id, cents]] : [];
      }),
    ),
  };
}

/** How long packing takes: `1-2 business days`. */
export function shipDaysText({ calendar }: Pick<ShippingRules, 'calendar'>, own?: OwnText): Localized {
  const [least, most] = businessDaysToShip(calendar);
  const values = { least: String(least), most: String(most), count: String(most) };
  return forEachLanguage((language) => ruleText(dayWord(least, most), language, { values, own }));
}

function dayWord(least: number, most: number) {
  if (least < most) return most - least === 1 ? 'dayPair' : 'dayRange';
  return most === 1 ? 'day' : 'days';
}
