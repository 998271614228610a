import type { Allergen } from '#brand/nutrition.ts';
import type { SizeId } from '#brand/sizes.ts';
import { EMPTY_PRODUCT } from '#shared/catalogue/brand-products.ts';
import { type AdminProduct, type ProductFields, productInputSchema } from '#shared/catalogue/products.ts';
import type { PictureName } from '#shared/content/picture-ref.ts';
import { forEachLanguage, type Language } from '#shared/core/language.ts';
import { slugOf } from '#shared/core/slug.ts';
import type { Snapshot } from '../kit/drafts.ts';
import { dollarsText, numberText, parseDollars, parseNumber } from '../kit/form/numbers.ts';
import { type LabelValues, type ServingsValues, toLabelValues, toNutrition, toServingsValues } from './nutrition.ts';

export type Both = Record<Language, string>;
/** `id` is empty until a product is chosen. */
export type ComponentValue = { id: string; quantity: string };
export type IngredientValue = { name: Both; of: Both };

/** The values of a product's form; numbers as typed, so that a typing error is not lost. */
export type ProductValues = {
  name: Both;
  size: Both;
  description: Both;
  slug: Both;
  availability: ProductFields['availability'];
  price: string;
  pieces: string;
  pieceOz: string;
  netWeightOz: string;
  weightOz: string;
  parcel: { length: string; width: string; height: string };
  unit: string;
  gtin: string;
  taxCode: string;
  images: readonly string[];
  accent: string;
  ingredients: readonly IngredientValue[];
  /** `null` until they are entered. */
  allergens: readonly Allergen[] | null;
  allergenSpecies: Partial<Record<Allergen, Both>>;
  mayContain: readonly Allergen[];
  label: LabelValues;
  servings: ServingsValues;
  storage: Both;
  shelfLifeDays: string;
  proposition65: Both;
  components: readonly ComponentValue[];
};

/** The fields that the form edits; the state has its own buttons, pictures have their dialog. */
export type FormFields = Omit<ProductFields, 'state' | 'pictures'>;
/** The messages (`readIssue`) of refused fields by their path. */
export type FieldErrors = Readonly<Record<string, string>>;

export function toValues(product: ProductFields = EMPTY_PRODUCT): ProductValues {
  const { name, size, description, slug, availability, gtin, taxCode, accent, storage, proposition65 } = product;
  const [length = null, width = null, height = null] = product.parcelInches ?? [];
  return structuredClone({
    ...{ name, size, description, slug, availability, gtin, taxCode, accent, storage, proposition65 },
    price: dollarsText(product.priceCents),
    pieces: numberText(product.pieces),
    pieceOz: numberText(product.pieceOz),
    netWeightOz: numberText(product.netWeightOz),
    weightOz: numberText(product.weightOz),
    parcel: { length: numberText(length), width: numberText(width), height: numberText(height) },
    unit: product.unit ?? '',
    images: product.images,
    ingredients: product.ingredients,
    allergens: product.allergens,
    allergenSpecies: product.allergenSpecies as ProductValues['allergenSpecies'],
    mayContain: product.mayContain,
    label: toLabelValues(product.nutrition),
    servings: toServingsValues(product.nutrition),
    shelfLifeDays: numberText(product.shelfLifeDays),
    components: product.components.map(({ id, quantity }) => ({ id, quantity: numberText(quantity) })),
  });
}

/** @returns the fields to save, and the errors by path */
export function toFields(values: ProductValues): { fields: FormFields; errors: FieldErrors } {
  const errors: Record<string, string> = {};
  const read = (path: string, text: string, parse: (text: string) => number | null, code = 'invalid') => {
    if (text.trim() === '') return null;
    const value = parse(text);
    if (value === null) errors[path] = code;
    return value;
  };
  const { length, width, height } = values.parcel;
  const sides = [length, width, height].map((side) => read('parcelInches', side, parseNumber));
  const [l = null, w = null, h = null] = sides;
  const hasAll = l !== null && w !== null && h !== null;
  if (!hasAll && sides.some((side) => side !== null)) errors.parcelInches = 'required';
  const { parcel: _, price, label, servings, unit, ...texts } = values;
  const nutrition = toNutrition(label, servings);
  if (nutrition && read('nutrition', label.calories, parseNumber) === null) errors.nutrition = 'label_calories';
  read('nutrition.servings.count', servings.count, parseNumber);
  for (const percent of Object.values(label.percents)) read('nutrition', percent ?? '', parseNumber, 'label_percent');
  const fields: FormFields = {
    ...texts,
    name: trimmed(values.name),
    size: trimmed(values.size),
    description: trimmed(values.description),
    slug: forEachLanguage((language) => values.slug[language].trim().toLowerCase()),
    storage: trimmed(values.storage),
    proposition65: trimmed(values.proposition65),
    priceCents: read('priceCents', price, parseDollars, 'price_invalid'),
    pieces: read('pieces', values.pieces, parseNumber),
    pieceOz: read('pieceOz', values.pieceOz, parseNumber),
    netWeightOz: read('netWeightOz', values.netWeightOz, parseNumber),
    weightOz: read('weightOz', values.weightOz, parseNumber),
    parcelInches: hasAll ? [l, w, h] : null,
    unit: unit === '' ? null : (unit as SizeId),
    gtin: values.gtin.replace(/[\s-]/g, ''),
    images: [...values.images] as PictureName[],
    ingredients: values.ingredients.map(({ name, of }) => ({ name: trimmed(name), of: trimmed(of) })),
    allergens: values.allergens && [...values.allergens],
    allergenSpecies: speciesOf(values),
    mayContain: [...values.mayContain],
    nutrition,
    shelfLifeDays: read('shelfLifeDays', values.shelfLifeDays, parseNumber),
    components: toComponents(values.components, errors),
  };
  const checked = productInputSchema.safeParse(fields);
  for (const { path, message } of checked.error?.issues ?? []) errors[path.join('.')] ??= message;
  return { fields, errors };
}

/** Rows without a chosen product are dropped. */
function toComponents(rows: ProductValues['components'], errors: Record<string, string>): FormFields['components'] {
  return rows.flatMap(({ id, quantity }, i) => {
    if (id === '') return [];
    const count = parseNumber(quantity);
    if (count === null || !Number.isInteger(count) || count < 1)
      errors[`components.${i}.quantity`] = 'quantity_invalid';
    if (rows.findIndex((row) => row.id === id) !== i) errors[`components.${i}.id`] = 'component_twice';
    return [{ id, quantity: count ?? 0 }];
  });
}

const trimmed = (both: Both): Both => forEachLanguage((language) => both[language].replace(/\s+/g, ' ').trim());

/** Only of selected allergens; text typed for others stays in the form. */
function speciesOf({ allergens, allergenSpecies }: ProductValues): FormFields['allergenSpecies'] {
  const chosen = Object.entries(allergenSpecies).filter(([id]) => allergens?.includes(id as Allergen));
  return Object.fromEntries(chosen.map(([id, both]) => [id, trimmed(both)]));
}

/** The part of a product that the form edits, for comparison with the stored one. */
export function snapshotOf(product: AdminProduct): Snapshot {
  const { fields } = toFields(toValues(product));
  return Object.fromEntries(Object.entries(fields).map(([field, value]) => [field, JSON.stringify(value)]));
}

/** Sets the name, and the slugs that follow it unless they were edited. */
export function renamed(
  { name, slug }: Pick<ProductValues, 'name' | 'slug'>,
  language: Language,
  text: string,
): Pick<ProductValues, 'name' | 'slug'> {
  const follows = slug[language] === '' || slug[language] === slugOf(name[language]);
  return { name: { ...name, [language]: text }, slug: follows ? { ...slug, [language]: slugOf(text) } : slug };
}
