import * as m from '#messages';
import { ADMIN_SCREEN_PATHS } from '#shared/admin/paths.ts';
import { groupOf } from '#shared/content/text-groups.ts';
import { PICTURE_ROW, QUESTIONS_ROW, STORY_ROW } from '#shared/content/text-keys.ts';
import { FALLBACK_LANGUAGE, isLanguage, LANGUAGES, type Language } from '#shared/core/language.ts';
import { languageName } from '../../../lib/display-names.ts';
import { getLanguage } from '../../../lib/language.ts';
import { factsLabels, factsValueText } from './facts/words.ts';
import { faqValueText } from './faq/words.ts';
import { lookLabel, lookValueText } from './look/words.ts';
import { slotName } from './picture-slots/names.ts';
import { policyLabels, policyName, policyValueText } from './policies/words.ts';
import { pathLabel, productValueText } from './product-words.ts';
import { LOOK_ROW } from './rows.ts';
import { shippingLabels, shippingValueText } from './shipping/words.ts';
import { storyPathLabel, storyValueText } from './stories/words.ts';
import { groupNames, shortened, textPath } from './texts/words.ts';
import type { ThingNames } from './use-thing-names.ts';

/** An item in lists of changes; `name` is the server's name at that time, in one language. */
export type Thing = {
  id: string;
  name: string;
  before?: Readonly<Record<string, unknown>> | null;
  after?: Readonly<Record<string, unknown>> | null;
};

/** Labels, values and form path of a content kind in lists of changes. */
type KindWords = {
  /** The item in the reader's language: what it is, and where it appears. */
  name(thing: Thing, names: ThingNames): string;
  fieldLabel(field: string): string;
  valueText(field: string, value: unknown, names: ThingNames): string;
  /** The path of its form. */
  pathOf(id: string): string;
};

/** Every kind of content that can be published, by its name on the wire. A new kind is one entry. */
const KINDS: Readonly<Record<string, KindWords>> = {
  product: {
    name: ({ id, name }, { product }) => product(id) ?? name,
    fieldLabel: pathLabel,
    valueText: (field, value, { product }) => productValueText(field, value, (id) => product(id) ?? id),
    pathOf: (id) => `${ADMIN_SCREEN_PATHS.products}/${id}`,
  },
  product_order: {
    name: () => m.admin_publish_product_order(),
    fieldLabel: () => m.admin_publish_product_order(),
    valueText: (_, ids) => {
      const count = Array.isArray(ids) ? ids.length : 0;
      return count === 1 ? m.admin_publish_order_count_one() : m.admin_publish_order_count({ count });
    },
    pathOf: () => ADMIN_SCREEN_PATHS.products,
  },
  policy: {
    name: ({ name }) => policyName(name),
    fieldLabel: (field) => policyLabels[field]?.() ?? field,
    valueText: policyValueText,
    pathOf: (id) => `${ADMIN_SCREEN_PATHS.site}/${id}`,
  },
  text: {
    name: (thing, { fill }) =>
      m.admin_text_named({ where: groupNames[groupOf(thing.id)](), text: shortened(fill(...sentenceOf(thing))) }),
    fieldLabel: (field) => (isLanguage(field) ? languageName(field) : field),
    valueText: (field, value, { fill }) =>
      typeof value === 'string' ? (isLanguage(field) ? fill(value, field) : value) : m.admin_value_none(),
    pathOf: textPath,
  },
  faq: {
    name: () => m.admin_faq_title(),
    fieldLabel: () => m.admin_faq_title(),
    valueText: (_, value) => faqValueText(value),
    pathOf: () => `${ADMIN_SCREEN_PATHS.site}/${QUESTIONS_ROW}`,
  },
  story: {
    name: ({ id, name }, { story }) => m.admin_story_named({ name: story(id) ?? name }),
    fieldLabel: storyPathLabel,
    valueText: (field, value, { product }) =>
      (field === 'product' && product(String(value))) || storyValueText(field, value),
    pathOf: (id) => `${ADMIN_SCREEN_PATHS.site}/${STORY_ROW}${id}`,
  },
  place: {
    name: ({ name }) => m.admin_place_named({ name: slotName(name) }),
    fieldLabel: (field) => (field === 'pictures' ? m.admin_pictures_descriptions() : m.admin_story_picture()),
    valueText: storyValueText,
    pathOf: (id) => `${ADMIN_SCREEN_PATHS.site}/${PICTURE_ROW}${id}`,
  },
  shipping_rules: {
    name: () => m.admin_shipping_title(),
    fieldLabel: (field) => shippingLabels[field as keyof typeof shippingLabels]?.() ?? field,
    valueText: shippingValueText,
    pathOf: () => `${ADMIN_SCREEN_PATHS.site}/shipping-rules`,
  },
  facts: {
    name: () => m.admin_facts_title(),
    fieldLabel: (field) => factsLabels[field as keyof typeof factsLabels]?.() ?? field,
    valueText: factsValueText,
    pathOf: () => `${ADMIN_SCREEN_PATHS.site}/facts`,
  },
  look: {
    name: () => m.admin_look_title(),
    fieldLabel: lookLabel,
    valueText: lookValueText,
    pathOf: () => `${ADMIN_SCREEN_PATHS.site}/${LOOK_ROW}`,
  },
};

const UNKNOWN: KindWords = {
  name: ({ name }) => name,
  fieldLabel: (field) => field,
  valueText: (_, value) => (typeof value === 'string' ? value : JSON.stringify(value ?? null)),
  pathOf: () => ADMIN_SCREEN_PATHS.site,
};

/** The present text of a sentence, in the reader's language if that was changed. */
function sentenceOf({ name, before, after }: Thing): [text: string, language: Language] {
  const fields = after ?? before ?? {};
  const language = [getLanguage(), ...LANGUAGES].find((each) => typeof fields[each] === 'string');
  return language ? [fields[language] as string, language] : [name, FALLBACK_LANGUAGE];
}

export const kindWords = (kind: string): KindWords => KINDS[kind] ?? UNKNOWN;
