import { products } from '#brand/catalogue.ts';
import { ingredients, nutrition } from '#brand/nutrition.ts';
import type { Product as BrandProduct } from '#brand/types.ts';
import { forEachLanguage, LANGUAGES } from '#shared/core/language.ts';
import { slugOf } from '#shared/core/slug.ts';
import { publicShipping } from '#shared/shipping/public-shipping.ts';
import { brandShippingRules } from '#shared/shipping/rules.ts';
import type { PageContent, Product, ProductFields } from './products.ts';

/** The fields of a new product, all empty. */
export const EMPTY_PRODUCT: ProductFields = {
  slug: forEachLanguage(() => ''),
  name: forEachLanguage(() => ''),
  description: forEachLanguage(() => ''),
  size: forEachLanguage(() => ''),
  state: 'draft',
  availability: 'in_stock',
  priceCents: null,
  unit: null,
  pieces: null,
  pieceOz: null,
  netWeightOz: null,
  weightOz: null,
  parcelInches: null,
  gtin: '',
  // Stripe's code for packaged food (docs.stripe.com/tax/tax-codes); txcd_40060003 is food for immediate consumption.
  taxCode: 'txcd_40040000',
  images: [],
  pictures: {},
  accent: products[0].accent,
  allergens: null,
  allergenSpecies: {},
  mayContain: [],
  ingredients: [],
  nutrition: null,
  storage: forEachLanguage(() => ''),
  shelfLifeDays: null,
  proposition65: forEachLanguage(() => ''),
  components: [],
};

/** The brand's products with all their fields, by id, in the brand's order. */
export function brandProducts(): ReadonlyMap<string, ProductFields> {
  const taken = new Set<string>();
  return new Map(products.map((product) => [product.id, { ...fieldsOf(product), slug: slugsOf(product, taken) }]));
}

/** The page content of a shop in which nothing was changed. */
export function brandContent(): PageContent {
  const products = [...brandProducts()].flatMap(([id, fields]) => toProduct({ ...fields, id }) ?? []);
  return { revision: 0, products, shipping: publicShipping(brandShippingRules, products) };
}

/** A sellable product, or `null` when required fields are missing. */
export function toProduct(fields: ProductFields & { id: string }): Product | null {
  const { priceCents, weightOz, netWeightOz, parcelInches, allergens } = fields;
  const [image, ...more] = fields.images;
  if (priceCents === null || weightOz === null || netWeightOz === null || parcelInches === null || !image) return null;
  return {
    ...fields,
    ...(products.some(({ id }) => id === fields.id) && { isFirst: true }),
    priceCents,
    weightOz,
    netWeightOz,
    parcelInches,
    allergens: allergens ?? [],
    images: [image, ...more],
  };
}

function fieldsOf({ id: _, servings, ...product }: BrandProduct): ProductFields {
  const [length, width, height] = product.parcelInches;
  const label = nutrition[product.unit];
  return {
    ...EMPTY_PRODUCT,
    ...product,
    state: 'live',
    parcelInches: [length, width, height],
    netWeightOz: Math.round(product.pieces * product.pieceOz * 100) / 100,
    allergens: [...product.allergens],
    images: [...product.images],
    ingredients: ingredients.map(({ name, of }) => ({ name: { ...name }, of: { ...of } })),
    nutrition: label
      ? {
          ...label,
          ...(servings && { servings }),
          nutrients: label.nutrients.map((row) => ({ ...row })),
          vitamins: label.vitamins.map((row) => ({ ...row })),
        }
      : null,
  };
}

/** Products of the same name would share a path, so the second one gets its id as a suffix. */
function slugsOf({ id, name }: BrandProduct, taken: Set<string>): ProductFields['slug'] {
  const slugs = forEachLanguage((language) => {
    const slug = slugOf(name[language]) || slugOf(id);
    return taken.has(`${language} ${slug}`) ? `${slug}-${slugOf(id)}` : slug;
  });
  for (const language of LANGUAGES) taken.add(`${language} ${slugs[language]}`);
  return slugs;
}
