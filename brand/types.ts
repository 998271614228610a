import type { Servings } from '#shared/catalogue/servings.ts';
import type { Allergen } from '#shared/core/brand-types.ts';
import type { Localized } from '#shared/core/language.ts';
import type { DrawingName } from './drawings.ts';
import type { ImageName } from './images.ts';
import type { SizeId } from './sizes.ts';

// What the data files hold that name sizes, pictures and drawings of this folder; the others: shared/core/brand-types.ts.

export type Product = {
  id: string;
  name: Localized;
  description: Localized;
  size: Localized;
  /** US cents. The server takes prices and weights only from here. */
  priceCents: number;
  unit: SizeId;
  pieces: number;
  pieceOz: number;
  /** Only if the label's differ from what shared/catalogue/servings.ts calculates. */
  servings?: Servings;
  allergens: readonly Allergen[];
  /** From packing. */
  shelfLifeDays: number;
  /** A packed box, in ounces. */
  weightOz: number;
  parcelInches: readonly [number, number, number];
  /** Numbers that begin with 2 are for practice: tills do not know them (GS1 General Specifications, prefix 2). */
  gtin: string;
  /** Three or more. */
  images: readonly [ImageName, ...ImageName[]];
  /** A dark colour of the palette. */
  accent: string;
};
export type Products = readonly [Product, ...Product[]];

/** A size on the product page: `ground` is a dark colour of the palette, `tint` a light one on it. */
export type SizeCards = Readonly<
  Record<SizeId, { name: Localized; text: Localized; picture: ImageName; ground: string; tint: string }>
>;

/** Upcoming flavours on the product page: none to four. `ground` is a light colour of the palette. */
export type ComingSoon = readonly { name: Localized; text: Localized; ground: string; drawing: DrawingName }[];

/** `amount` as printed; `dailyPercent` of a diet of 2,000 calories if the label has one. */
type LabelRow<Id extends string> = { id: Id; amount: string; dailyPercent: number | null };
type Nutrient = 'total_fat' | 'saturated_fat' | 'trans_fat' | 'cholesterol' | 'sodium' | 'carbs' | 'fiber' | 'sugars';
/** The label of one serving, by the rounding rules of 21 CFR 101.9. `level` 0 in bold, 1 and 2 indented below it. */
export type Labels = Readonly<
  Partial<
    Record<
      SizeId,
      {
        servingSize: string;
        calories: number;
        nutrients: readonly (LabelRow<Nutrient | 'added_sugars' | 'protein'> & { level: 0 | 1 | 2 })[];
        vitamins: readonly LabelRow<'vitamin_d' | 'calcium' | 'iron' | 'potassium'>[];
      }
    >
  >
>;
/**
 * The picture of each place; `focal` if the place needs another point than the picture's own. With an empty name the
 * page shows none.
 */
export type Places = Readonly<Record<string, { name: ImageName | ''; focal?: readonly [number, number] }>>;

/**
 * The first stories of a shop, at `/stories`; with an empty list the page and its links are missing. The owner adds
 * others in the admin.
 *
 * `body` is Markdown, without HTML or pictures; `publishedOn` a day such as `2026-11-22`. A recipe also has `yields`,
 * its total `minutes`, and `ingredients` and `steps`, one per line. Texts may use `{{brandName}}`, `{{city}}`,
 * `{{email}}` and `{{phone}}`.
 */
export type Stories = readonly {
  id: string;
  title: Localized;
  summary: Localized;
  body: Localized;
  publishedOn: string;
  picture: ImageName;
  /** The id of the product that it is about. */
  product?: string;
  recipe: { yields: Localized; minutes: number; ingredients: Localized; steps: Localized } | null;
}[];
