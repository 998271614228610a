import * as z from 'zod/mini';
import { type Allergen, allergenNames } from '#brand/nutrition.ts';
import { sizes } from '#brand/sizes.ts';
import type { PublicQuestion } from '#shared/content/faq.ts';
import { pictureFactsSchema, pictureNameField } from '#shared/content/media.ts';
import type { PagePaths } from '#shared/content/page-address.ts';
import type { KnownSlugs } from '#shared/content/page-addresses.ts';
import { isDescribed, type PictureFacts, type PictureName, type PlacedPictures } from '#shared/content/picture-ref.ts';
import type { PolicyPage } from '#shared/content/policy-page.ts';
import type { PublicFacts } from '#shared/content/shop-facts.ts';
import type { StoryPage } from '#shared/content/story-page.ts';
import { inEachLanguage, lineText } from '#shared/core/fields.ts';
import { issueMessage } from '#shared/core/issue.ts';
import { LANGUAGES, type Localized } from '#shared/core/language.ts';
import { MAX_AMOUNT_CENTS } from '#shared/core/money.ts';
import { slugField } from '#shared/core/slug.ts';
import type { Deliveries } from '#shared/shipping/delivery.ts';
import type { PublicShipping } from '#shared/shipping/public-shipping.ts';
import { MAX_COMPONENT_QUANTITY, MAX_COMPONENTS } from './assortments.ts';
import { hasCheckDigit } from './ean13.ts';
import { labelFaults, NUTRIENTS, VITAMINS } from './label-rules.ts';
import { servingsOf } from './servings.ts';

/** `draft` was never public; `hidden` and `archived` are not sold, and their orders keep their names. */
export const PRODUCT_STATES = ['draft', 'live', 'hidden', 'archived'] as const;
/** What the owner says of a product that is shown. */
export const AVAILABILITIES = ['in_stock', 'sold_out', 'coming_soon'] as const;
const MAX_PRODUCTS = 200;
const MAX_OUNCES = 10_000;

const keysOf = <K extends string>(table: Readonly<Record<K, unknown>>) => Object.keys(table) as [K, ...K[]];
export const ALLERGENS = keysOf(allergenNames);
/** These are named by their species: a nut, a fish, a shellfish (21 U.S.C. 343(w)). */
export const WITH_SPECIES: readonly Allergen[] = ['fish', 'shellfish', 'treeNuts'];
const wholeNumber = () => z.nullable(z.int('invalid').check(z.minimum(1, 'invalid'), z.maximum(10_000, 'invalid')));
const measure = (max: number) => z.number('invalid').check(z.positive('invalid'), z.maximum(max, 'invalid'));
/** `labelFaults` says which of them a label may say. */
const labelNumber = (max: number) => z.number('invalid').check(z.nonnegative('invalid'), z.maximum(max, 'invalid'));
const listOf = <T extends z.ZodMiniType>(item: T, max: number) =>
  z.array(item, 'invalid').check(z.maxLength(max, 'too_many_rows'));

/** The id of a product: short, never changed. */
const productId = z.string('invalid').check(z.regex(/^[A-Za-z0-9][\w-]{0,63}$/, 'invalid'));

/** A text of at most so many characters; what is read cleans it, what is answered is taken as it is. */
type TextField = (max: number) => z.ZodMiniType<string>;

/**
 * The fields of a product, as the owner saves them; a draft may leave texts empty and numbers `null`.
 *
 * `priceCents` in US cents; `unit` is one of brand/sizes.ts; `pieceOz`, `netWeightOz` and the packed box's `weightOz` in
 * ounces; `parcelInches` its length, width and height; `images` are names of brand/images.ts or uploaded pictures; `accent` is a colour of the
 * palette; `shelfLifeDays` count from packing; `allergens` is `null` until somebody has said which there are;
 * `nutrition` is the label of one serving, with the `servings` of the pack where the owner has stated them (`servingsOf`);
 * `components` are the products that an assortment is made of, whose stock it takes.
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
/** What is saved already is answered as it is; labels of earlier versions may break these rules. */
const labelSchema = savedShape.nutrition.check(({ value, issues }) => {
  for (const { path, code, values } of value ? labelFaults(value) : []) {
    issues.push({ code: 'custom', input: value, path, message: issueMessage(code, values) });
  }
});
const productFieldsSchema = z.object({ ...savedShape, nutrition: labelSchema });
/** The fields of a product; units and meanings stand at `productShape`. */
export type ProductFields = z.output<typeof productFieldsSchema> & {
  /** What pages need of the uploaded ones among `images`, by name; copied by the server when it goes public. */
  pictures: Readonly<Record<string, PictureFacts>>;
};

/** A product that is sold: nothing that a cart, a parcel or a label needs is missing. */
type SoldField = 'priceCents' | 'weightOz' | 'parcelInches' | 'allergens' | 'netWeightOz' | 'images';
export type Product = Omit<ProductFields, SoldField> & {
  id: string;
  priceCents: number;
  weightOz: number;
  netWeightOz: number;
  parcelInches: readonly [number, number, number];
  allergens: readonly Allergen[];
  images: readonly [PictureName, ...PictureName[]];
  /** How many are left, where that is few; 0 when all of them are in other shoppers' carts. */
  left?: number;
  /** What is in an assortment. */
  contents?: readonly { name: Localized; quantity: number }[];
};

/** What a page shows that the owner can change, of one revision; it stands in the document as a data block. */
export type PageContent = {
  revision: number;
  /** The page of this document, where no other document shows it: the id of its route, and its path in each language. */
  own?: { route: string; paths: PagePaths };
  products: readonly Product[];
  shipping: PublicShipping;
  /** For search engines; no document's data block has it. */
  deliveries?: Deliveries;
  /** Where they differ from those of the brand. */
  facts?: PublicFacts;
  /** One line, shown beside the pay button. */
  refundRule?: Localized;
  /** In a document only that of its own page. */
  policies?: readonly PolicyPage[];
  /** Newest first. In a document only those that its page shows; it has none at all where the shop has none. */
  stories?: readonly StoryPage[];
  /** The owner's questions and answers; without them those of the build stand. */
  faq?: readonly PublicQuestion[];
  /** Pictures that stand elsewhere than in the files of the brand. */
  places?: PlacedPictures;
  /** Sentences that differ from those of the build, in the order of LANGUAGES, by their ids in its scripts. */
  texts?: Readonly<Record<string, readonly string[]>>;
};

/**
 * What pages are rendered of: their content, every address that a thing has had, which no page shows, by key the
 * sentences that differ from brand/texts, and for the sitemap the days, `2026-11-22`, on which things were last published,
 * by kind and id: `product/box40`.
 */
export type SiteContent = Omit<PageContent, 'texts'> & {
  knownSlugs?: KnownSlugs;
  changedTexts?: Readonly<Record<string, Localized>>;
  changedOn?: Readonly<Record<string, string>>;
};

const changes = z.partial(productFieldsSchema);
/** POST /api/admin/products (201): any of the fields; what is left out is empty, and the product is a draft. */
export const productInputSchema = changes;
export type ProductInput = z.output<typeof productInputSchema>;
/**
 * PATCH /api/admin/products/{id}: any of the fields, and the `version` that they change. With `publish: true` exactly
 * these fields go public at once, as one revision.
 */
export const productChangeSchema = z.object({
  ...changes.shape,
  version: z.int('required').check(z.nonnegative('invalid')),
  publish: z.optional(z.boolean('invalid')),
});
export type ProductChange = z.output<typeof productChangeSchema>;

export const productParamsSchema = z.object({ id: productId });

/**
 * A product for the admin: its fields with the drafts over what is public. `changed` are the fields whose draft differs
 * from what is public; `published` is what shoppers see, `null` when that is nothing; `origin` says whether the product
 * follows the files of the brand. `onHand` and `available` (less what checkouts hold) are `null` while pieces are not counted; from `lowAt` down shoppers read
 * how many are left. `missing` are the
 * facts without which it cannot be live, as paths of a field and a language.
 */
export const adminProductSchema = z.object({
  id: z.string(),
  ...productShape(() => z.string()),
  pictures: z.record(z.string(), pictureFactsSchema),
  version: z.int(),
  origin: z.enum(['default', 'custom']),
  changed: z.array(z.string()),
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

/** The answer of PATCH: the product, and the revision that its publish made; `null` when it published nothing. */
export const changedProductSchema = z.object({ ...adminProductSchema.shape, revision: z.nullable(z.int()) });
export type ChangedProduct = z.output<typeof changedProductSchema>;

/** PUT /api/admin/products/order: the ids of all products, in the new order. */
export const productOrderSchema = z.object({
  ids: z.array(productId, 'required').check(z.maxLength(MAX_PRODUCTS, 'too_many_rows')),
  publish: z.optional(z.boolean('invalid')),
});
export type ProductOrder = z.output<typeof productOrderSchema>;

/**
 * GET /api/catalogue: what is shown to shoppers, in order. Texts are in the language asked for (`?lang=`, else the
 * cookie, else `Accept-Language`); `price` is two-decimal text in US dollars, `unitPrice` the same for an ounce;
 * `images` are paths.
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

/** The fields in the order of the form, so that what is missing is told from its top. */
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
const placeInForm = (path: string) => FORM_ORDER.indexOf(path.split('.', 1)[0] ?? '');

/**
 * The facts that a product lacks before it may be live: both languages, and what the law asks of food that is sold by
 * mail. Paths of a field and, for a text, its language, in the order of the form.
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
    // A text in one language needs the other one too.
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
    .sort((a, b) => placeInForm(a) - placeInForm(b));
}

function isWholeLabel(nutrition: ProductFields['nutrition']): boolean {
  if (nutrition === null) return false;
  const rows = new Set<string>([...nutrition.nutrients, ...nutrition.vitamins].map(({ id }) => id));
  return [...NUTRIENTS, ...VITAMINS].every((id) => rows.has(id));
}
