import { type ImageName, images } from '#brand/images.ts';
import { type Allergen, allergenNames } from '#brand/nutrition.ts';
import * as m from '#messages';
import type { ProductFields } from '#shared/catalogue/products.ts';
import { LANGUAGES, type Language, type Localized } from '#shared/core/language.ts';
import { formatPrice } from '#shared/core/money.ts';
import { getLanguage } from '../../../lib/language.ts';
import { servingsText } from '../../../ui/servings-text.ts';
import { labelInLanguage } from '../kit/form/label-in-language.ts';
import type { StatusLabels } from '../kit/labels.ts';

export type ProductField = keyof ProductFields;

/** Labels of a product's fields, for its form and the lists of changes. */
export const productLabels: Readonly<Record<ProductField, () => string>> = {
  name: m.admin_product_name,
  size: m.admin_product_size,
  description: m.admin_product_description,
  slug: m.admin_product_slug,
  state: m.admin_col_status,
  availability: m.admin_product_availability,
  priceCents: m.admin_product_price,
  pieces: m.admin_product_pieces,
  pieceOz: m.admin_product_piece_oz,
  netWeightOz: m.admin_product_net_weight,
  weightOz: m.admin_product_weight,
  parcelInches: m.admin_product_parcel,
  unit: m.admin_product_unit,
  gtin: m.admin_product_gtin,
  taxCode: m.admin_product_tax_code,
  images: m.admin_product_pictures,
  pictures: m.admin_pictures_descriptions,
  accent: m.admin_product_accent,
  ingredients: m.admin_product_ingredients,
  allergens: m.admin_product_allergens,
  allergenSpecies: m.admin_product_species,
  mayContain: m.admin_product_may_contain,
  nutrition: m.admin_product_nutrition,
  storage: m.admin_product_storage,
  shelfLifeDays: m.admin_product_shelf_life,
  proposition65: m.admin_product_prop65,
  components: m.admin_product_components,
};

export const productStateLabels: StatusLabels<ProductFields['state']> = {
  live: { tone: 'green', label: m.admin_product_live },
  hidden: { tone: 'yellow', label: m.admin_product_hidden },
  draft: { tone: 'blue', label: m.admin_product_draft },
  archived: { tone: 'purple', label: m.admin_product_archived },
};

export const availabilityLabels: Readonly<Record<ProductFields['availability'], () => string>> = {
  in_stock: m.admin_product_in_stock,
  sold_out: m.admin_product_sold_out,
  coming_soon: m.admin_product_coming_soon,
};

/** The label of a path such as `allergenSpecies.treeNuts`, with the language if its last part is one. */
export function pathLabel(path: string): string {
  const [field = '', ...rest] = path.split('.');
  const label = Object.hasOwn(productLabels, field) ? productLabels[field as ProductField]() : field;
  const last = rest.at(-1);
  const language = LANGUAGES.find((each) => each === last);
  const row = rest.find((part) => /^\d+$/.test(part));
  const named = row === undefined ? label : `${label} ${Number(row) + 1}`;
  return language ? labelInLanguage(named, language) : named;
}

const isLocalized = (value: unknown): value is Localized =>
  typeof value === 'object' && value !== null && LANGUAGES.every((language) => language in value);

/**
 * A field's value as text; several lines if it has both languages.
 *
 * @param nameOf the admin's name of the product with this id
 */
export function productValueText(field: string, value: unknown, nameOf: (id: string) => string): string {
  if (value === null || value === undefined || value === '') return m.admin_value_none();
  if (field === 'priceCents') return formatPrice(Number(value), getLanguage());
  if (field === 'state') return productStateLabels[value as ProductFields['state']]?.label() ?? String(value);
  if (field === 'availability') return availabilityLabels[value as ProductFields['availability']]?.() ?? String(value);
  if (field === 'images') return (value as ProductFields['images']).map(pictureText).join(', ') || m.admin_value_none();
  if (field === 'pictures') {
    const described = Object.values(value as ProductFields['pictures']).map(({ alt }) => bothText(alt));
    return described.join('; ') || m.admin_value_none();
  }
  if (isLocalized(value)) return bothText(value);
  if (field === 'allergens' || field === 'mayContain') return allergensText(value as readonly Allergen[]);
  if (field === 'parcelInches' && Array.isArray(value)) return value.join(' × ');
  if (field === 'ingredients' && Array.isArray(value)) {
    const names = value.map(({ name }: ProductFields['ingredients'][number]) => name[getLanguage()]);
    return names.filter(Boolean).join(', ') || m.admin_value_none();
  }
  if (field === 'components') {
    const parts = value as ProductFields['components'];
    return parts.map(({ id, quantity }) => `${quantity} x ${nameOf(id)}`).join(', ') || m.admin_value_none();
  }
  if (field === 'nutrition') return nutritionText(value as NonNullable<ProductFields['nutrition']>);
  if (field === 'allergenSpecies') return speciesText(value as ProductFields['allergenSpecies']);
  return Array.isArray(value) ? value.join(', ') || m.admin_value_none() : String(value);
}

/** A picture as text: the brand's by its alt text. The alt texts of uploaded ones are in the field `pictures`. */
export function pictureText(name: string): string {
  return images[name as ImageName]?.alt[getLanguage()] ?? m.admin_pictures_uploaded();
}

/** A text in all languages; once if they are equal. */
export function bothText(both: Localized): string {
  const texts = LANGUAGES.map((language: Language) => both[language]);
  if (texts.every((text) => text === '')) return m.admin_value_none();
  return new Set(texts).size === 1 ? (texts[0] ?? '') : texts.map((text) => text || m.admin_value_none()).join(' / ');
}

function allergensText(allergens: readonly Allergen[]): string {
  return (
    allergens.map((allergen) => allergenNames[allergen][getLanguage()]).join(', ') || m.admin_product_no_allergens()
  );
}

function nutritionText(label: NonNullable<ProductFields['nutrition']>): string {
  const { servingSize, servings, calories, nutrients } = label;
  const rows = [m.admin_product_calories_of({ count: calories }), ...nutrients.map(({ amount }) => amount)];
  return [servingSize, ...(servings ? [servingsText(servings)] : []), ...rows].join(' · ');
}

function speciesText(species: ProductFields['allergenSpecies']): string {
  return (
    Object.values(species)
      .map((both) => both && bothText(both))
      .filter(Boolean)
      .join(', ') || m.admin_value_none()
  );
}
