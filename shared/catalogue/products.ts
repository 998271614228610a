import * as z from 'zod/mini';
import { type Allergen, allergenNames } from '#brand/nutrition.ts';
import { sizes } from '#brand/sizes.ts';
import type { PublicQuestion } from '#shared/content/faq.ts';
import { changeFields, itemState } from '#shared/content/item.ts';
import { pictureFactsSchema, pictureNameField } from '#shared/content/media.ts';
import type { PagePaths } from '#shared/content/page-address.ts';
import type { KnownSlugs } from '#shared/content/page-addresses.ts';
import { isDescribed, type PictureFacts, type PictureName, type SlotPictures } from '#shared/content/picture-ref.ts';
import type { PolicyPage } from '#shared/content/policy-page.ts';
import type { PublicFacts } from '#shared/content/shop-facts.ts';
import type { StoryPage } from '#shared/content/story-page.ts';
import { inEachLanguage, lineText } from '#shared/core/fields.ts';
import { issueMessage } from '#shared/core/issue.ts';
import { LANGUAGES, type Localized } from '#shared/core/language.ts';
import { MAX_AMOUNT_CENTS } from '#shared/core/money.ts';
import { slugField } from '#shared/core/slug.ts';
import type { PublicLook } from '#shared/look/look.ts';
import type { Deliveries } from '#shared/shipping/delivery.ts';
import type { PublicShipping } from '#shared/shipping/public-shipping.ts';
import { MAX_COMPONENT_QUANTITY, MAX_COMPONENTS } from './assortments.ts';
import { hasCheckDigit } from './ean13.ts';
import { labelFaults, NUTRIENTS, VITAMINS } from './label-rules.ts';
import { servingsOf } from './servings.ts';

/** `draft` was never public. `hidden` and `archived` products are not sold; their orders keep their names. */
export const PRODUCT_STATES = ['draft', 'live', 'hidden', 'archived'] as const;
/** Availability of a live product, as the owner sets it. */
export const AVAILABILITIES = ['in_stock', 'sold_out', 'coming_soon'] as const;
const MAX_PRODUCTS = 200;
const MAX_OUNCES = 10_000;

const keysOf = <K extends string>(table: Readonly<Record<K, unknown>>) => Object.keys(table) as [K, ...K[]];
export const ALLERGENS = keysOf(allergenNames);
/** Allergens that must be named by species (21 U.S.C. 343(w)). */
export const WITH_SPECIES: readonly Allergen[] = ['fish', 'shellfish', 'treeNuts'];
const wholeNumber = () => z.nullable(z.int('invalid').check(z.minimum(1, 'invalid'), z.maximum(10_000, 'invalid')));
const measure = (max: number) => z.number('invalid').check(z.positive('invalid'), z.maximum(max, 'invalid'));
/** `labelFaults` decides which numbers a label may print. */
const labelNumber = (max: number) => z.number('invalid').check(z.nonnegative('invalid'), z.maximum(max, 'invalid'));
const listOf = <T extends z.ZodMiniType>(item: T, max: number) =>
  z.array(item, 'invalid').check(z.maxLength(max, 'too_many_rows'));

/** The id of a product: short, immutable. */
const productId = z.string('invalid').check(z.regex(/^[A-Za-z0-9][\w-]{0,63}$/, 'invalid'));

/** A text of at most `max` characters: input is cleaned, output is returned unchanged. */
type TextField = (max: number) => z.ZodMiniType<string>;

/**
 * The fields of a product, as the owner saves them; a draft may leave texts empty and numbers `null`.
 *
 * `priceCents` in US cents; `unit` is one of brand/sizes.ts; `pieceOz`, `netWeightOz` and the packed box's `weightOz`
 * in ounces; `parcelInches` its length, width and height.
 * `images` are names of brand/images.ts or uploaded pictures; `accent` is a colour of the palette; `shelfLifeDays`
 * count from packing. `allergens` is `null` until somebody has entered them.
 * `nutrition` is the label of one serving, with the pack's `servings` if the owner has entered them (`servingsOf`).
 * `components` are the products that an assortment contains and takes from stock.
 */
function productShape(line: TextField) {
  const text = (max: number) => inEachLanguage(line(max));
  const labelRow = <const T extends readonly [string, ...string[]]>(ids: T) => ({
    id: z.enum(ids, 'invalid'),
    amount: line(20),
    dailyPercent: z.nullable(labelNumber(10_000)),
  });
  return {
    slug: inEachLanguage(slugField),
    name: text(120),
    description: text(1_000),
    size: text(60),
    state: z.enum(PRODUCT_STATES, 'status_invalid'),
    availability: z.enum(AVAILABILITIES, 'status_invalid'),
    priceCents: z.nullable(
      z.int('price_invalid').check(z.minimum(1, 'price_invalid'), z.maximum(MAX_AMOUNT_CENTS, 'price_invalid')),
    ),
    unit: z.nullable(z.enum(keysOf(sizes), 'invalid')),
    pieces: wholeNumber(),
    pieceOz: z.nullable(measure(MAX_OUNCES)),
    netWeightOz: z.nullable(measure(MAX_OUNCES)),
    weightOz: z.nullable(measure(MAX_OUNCES)),
    parcelInches: z.nullable(z.tuple([measure(200), measure(200), measure(200)], 'invalid')),
    gtin: z
      .string('invalid')
      .check(
        z.refine(
          (s) => s === '' || (/^(\d{8}|\d{12,13})$/.test(s) && hasCheckDigit(s.padStart(13, '0'))),
          'gtin_invalid',
        ),
      ),
    taxCode: z.string('invalid').check(z.regex(/^(txcd_\d{8})?$/, 'invalid')),
    images: listOf(pictureNameField, 12),
    accent: z.string('invalid').check(z.regex(/^[a-z][a-z-]{0,39}$/, 'invalid')),
    allergens: z.nullable(listOf(z.enum(ALLERGENS, 'invalid'), ALLERGENS.length)),
    allergenSpecies: z.partialRecord(z.enum(ALLERGENS, 'invalid'), text(80)),
    mayContain: listOf(z.enum(ALLERGENS, 'invalid'), ALLERGENS.length),
    ingredients: listOf(z.object({ name: text(120), of: text(1_000) }), 60),
    nutrition: z.nullable(
      z.object({
        servingSize: line(60),
        servings: z.optional(z.object({ count: labelNumber(10_000), isAbout: z.boolean('invalid') })),
        calories: labelNumber(100_000),
        nutrients: listOf(
          z.object({ ...labelRow(NUTRIENTS), level: z.union([z.literal(0), z.literal(1), z.literal(2)], 'invalid') }),
          NUTRIENTS.length,
        ),
        vitamins: listOf(z.object(labelRow(VITAMINS)), VITAMINS.length),
      }),
    ),
    storage: text(200),
    shelfLifeDays: wholeNumber(),
    proposition65: text(500),
    components: listOf(
      z.object({
        id: productId,
        quantity: z
          .int('quantity_invalid')
          .check(z.minimum(1, 'quantity_invalid'), z.maximum(MAX_COMPONENT_QUANTITY, 'quantity_invalid')),
      }),
      MAX_COMPONENTS,
    ),
  };
}
const savedShape = productShape((max) => lineText(max, { min: 0 }));
/** Only input is checked: saved labels of earlier versions may break these rules. */
const labelSchema = savedShape.nutrition.check(({ value, issues }) => {
  for (const { path, code, values } of value ? labelFaults(value) : []) {
    issues.push({ code: 'custom', input: value, path, message: issueMessage(code, values) });
  }
});
const productFieldsSchema = z.object({ ...savedShape, nutrition: labelSchema });
/** The fields of a product; see `productShape` for units and meanings. */
export type ProductFields = z.output<typeof productFieldsSchema> & {
  /** Facts of the uploaded pictures among `images`, by name; the server copies them when it publishes. */
  pictures: Readonly<Record<string, PictureFacts>>;
};

/** Fields that a sold product always has, because cart, parcel or label need them. */
type SoldField = 'priceCents' | 'weightOz' | 'parcelInches' | 'allergens' | 'netWeightOz' | 'images';
export type Product = Omit<ProductFields, SoldField> & {
  id: string;
  priceCents: number;
  weightOz: number;
  netWeightOz: number;
  parcelInches: readonly [number, number, number];
  allergens: readonly Allergen[];
  images: readonly [PictureName, ...PictureName[]];
  /** How many are left, only when few; 0 when all of them are in other shoppers' carts. */
  left?: number;
  /** The notice of a running recall. */
  recall?: Localized;
  /** It comes with the brand, whose texts say how to keep it. */
  isFirst?: boolean;
  /** The components of an assortment. */
  contents?: readonly { name: Localized; quantity: number }[];
};

/** Everything on a page that the owner can change, at one revision; the document carries it as a data block. */
export type PageContent = {
  revision: number;
  /** The page of this document, if no other document shows it: the id of its route, and its path in each language. */
  own?: { route: string; paths: PagePaths };
  products: readonly Product[];
  shipping: PublicShipping;
  /** A discount without a code runs: carts ask what it takes off. */
  hasDiscount?: boolean;
  /** Structured data for search engines; never part of a document's data block. */
  deliveries?: Deliveries;
  /** Only if they differ from the brand's. */
  facts?: PublicFacts;
  /** One line, shown beside the pay button. */
  refundRule?: Localized;
  /** A document carries only the policy of its own page. */
  policies?: readonly PolicyPage[];
  /** A document carries its own story first, then the newest as cards, without text; missing if the shop has none. */
  stories?: readonly StoryPage[];
  /** The owner's questions and answers; without them, those of the build apply. */
  faq?: readonly PublicQuestion[];
  /** Pictures that replace those of the brand's files. */
  places?: SlotPictures;
  /** A logo that replaces the brand's. */
  look?: PublicLook;
  /** Sentences that differ from the build's, in the order of LANGUAGES, by their ids in its scripts. */
  texts?: Readonly<Record<string, readonly string[]>>;
};

/**
 * The input of page rendering: page content, all addresses that things have had (used on no page), and changed
 * sentences by their key in brand/texts. For the sitemap, the day of each last publish, such as `2026-11-22`, by kind
 * and id: `product/box40`.
 */
export type SiteContent = Omit<PageContent, 'texts'> & {
  knownSlugs?: KnownSlugs;
  changedTexts?: Readonly<Record<string, Localized>>;
  changedOn?: Readonly<Record<string, string>>;
};

const changes = z.partial(productFieldsSchema);
/** POST /api/admin/products (201): any of the fields; omitted fields are empty, and the product is a draft. */
export const productInputSchema = changes;
export type ProductInput = z.output<typeof productInputSchema>;
/**
 * PATCH /api/admin/products/{id}: any of the fields, and the `version` that they change. With `publish: true` exactly
 * these fields are published, as one revision.
 */
export const productChangeSchema = z.object({
  ...changes.shape,
  ...changeFields,
});
export type ProductChange = z.output<typeof productChangeSchema>;

export const productParamsSchema = z.object({ id: productId });

/**
 * A product for the admin: drafts merged over the published fields.
 * `changed` are the fields whose draft differs; `published` is what shoppers see, `null` if nothing; `origin` says
 * whether the product follows the files of the brand.
 * `onHand` and `available` (less what checkouts hold) are `null` while stock is not counted; from `lowAt` down,
 * shoppers see how many are left. `missing` are paths (field and language) of the facts that it needs before it can be
 * live.
 */
export const adminProductSchema = z.object({
  id: z.string(),
  ...productShape(() => z.string()),
  pictures: z.record(z.string(), pictureFactsSchema),
  ...itemState,
  published: z.nullable(
    z.object({
      state: z.enum(PRODUCT_STATES),
      availability: z.enum(AVAILABILITIES),
      priceCents: z.nullable(z.int()),
      isAssortment: z.boolean(),
    }),
  ),
  missing: z.array(z.string()),
  onHand: z.nullable(z.int()),
  available: z.nullable(z.int()),
  lowAt: z.nullable(z.int()),
});
export type AdminProduct = z.output<typeof adminProductSchema>;

/** PUT /api/admin/products/order: the ids of all products, in the new order. */
export const productOrderSchema = z.object({
  ids: z.array(productId, 'required').check(z.maxLength(MAX_PRODUCTS, 'too_many_rows')),
  publish: z.optional(z.boolean('invalid')),
});
export type ProductOrder = z.output<typeof productOrderSchema>;

/**
 * GET /api/catalogue: the products that shoppers see, in order. The language is `?lang=`, else the cookie, else
 * `Accept-Language`. `price` is two-decimal text in US dollars, `unitPrice` the price per ounce; `images` are paths.
 */
export const catalogueItemSchema = z.object({
  id: z.string(),
  slug: z.string(),
  name: z.string(),
  description: z.string(),
  size: z.string(),
  price: z.string(),
  unitPrice: z.string(),
  images: z.array(z.string()),
  allergens: z.array(z.string()),
  availability: z.enum(['in_stock', 'low', 'sold_out', 'coming_soon']),
  left: z.optional(z.int()),
});
export type CatalogueItem = z.output<typeof catalogueItemSchema>;
export const catalogueQuerySchema = z.object({
  lang: z.optional(z.string('invalid').check(z.regex(/^[A-Za-z-]{0,20}$/, 'invalid'))),
});

/** The fields in the order of the form, so that missing ones are listed from its top. */
const FORM_ORDER = [
  'name',
  'size',
  'description',
  'slug',
  'priceCents',
  'images',
  'pieces',
  'pieceOz',
  'netWeightOz',
  'weightOz',
  'parcelInches',
  'ingredients',
  'allergens',
  'allergenSpecies',
  'nutrition',
  'shelfLifeDays',
  'storage',
  'proposition65',
];
const positionInForm = (path: string) => FORM_ORDER.indexOf(path.split('.', 1)[0] ?? '');

/**
 * The facts that a product needs before it may be live: texts in both languages, and what the law requires for food
 * sold by mail. Paths of a field and, for a text, its language, in the order of the form.
 */
export function missingFacts(product: ProductFields): string[] {
  const isMissing: Partial<Record<string, boolean>> = {
    priceCents: product.priceCents === null,
    pieces: product.pieces === null,
    pieceOz: product.pieceOz === null,
    netWeightOz: product.netWeightOz === null,
    weightOz: product.weightOz === null,
    parcelInches: product.parcelInches === null,
    images: product.images.length === 0 || !product.images.every((name) => isDescribed(name, product.pictures)),
    shelfLifeDays: product.shelfLifeDays === null,
    allergens: product.allergens === null,
    nutrition: !isWholeLabel(product.nutrition),
    'nutrition.servings.count':
      product.nutrition !== null && product.netWeightOz !== null && servingsOf(product) === null,
    ingredients: product.ingredients.length === 0,
  };
  const texts = { slug: product.slug, name: product.name, description: product.description, size: product.size };
  const named = (product.allergens ?? []).filter((allergen) => WITH_SPECIES.includes(allergen));
  for (const language of LANGUAGES) {
    for (const [field, both] of Object.entries(texts)) isMissing[`${field}.${language}`] = both[language] === '';
    // A text in one language requires the other one too.
    for (const field of ['storage', 'proposition65'] as const) {
      const both = product[field];
      isMissing[`${field}.${language}`] = both[language] === '' && LANGUAGES.some((other) => both[other] !== '');
    }
    product.ingredients.forEach(({ name, of }, i) => {
      isMissing[`ingredients.${i}.name.${language}`] = name[language] === '';
      isMissing[`ingredients.${i}.of.${language}`] = of[language] === '' && LANGUAGES.some((other) => of[other] !== '');
    });
    for (const allergen of named) {
      isMissing[`allergenSpecies.${allergen}.${language}`] = !product.allergenSpecies[allergen]?.[language];
    }
  }
  return Object.keys(isMissing)
    .filter((path) => isMissing[path])
    .sort((a, b) => positionInForm(a) - positionInForm(b));
}

function isWholeLabel(nutrition: ProductFields['nutrition']): boolean {
  if (nutrition === null) return false;
  const rows = new Set<string>([...nutrition.nutrients, ...nutrition.vitamins].map(({ id }) => id));
  return [...NUTRIENTS, ...VITAMINS].every((id) => rows.has(id));
}
