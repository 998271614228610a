import type { Hours } from '#shared/content/opening-hours.ts';
import type { UsState } from '#shared/places/us-states.ts';
import type { Language, Localized } from './language.ts';

// The types of a brand's data files, each described in docs/make-it-yours.md. Types that depend on the brand's own
// sizes and pictures are in brand/types.ts.

export type Facts = {
  name: string;
  legalName: string;
  email: string;
  wholesaleEmail: string;
  /** The smallest order of a store, in boxes of any kind. */
  wholesaleMinimumBoxes: number;
  phone: string;
  phoneHref: string;
  address: { street: string; city: string; state: UsState; zipCode: string; country: 'US' };
  /** The city that people know, even if the postal address is in a neighbouring town. */
  city: string;
  /** When somebody answers. Days with the same hours are one entry. */
  hours: readonly Hours[];
  founder: string;
  /** A year. If it is empty, no page mentions a year. */
  foundedIn: string;
  handle: string;
  social: { instagram: string; tiktok: string };
  /** Shown on the map when no store is chosen. */
  mapDefault: string;
  timeZone: string;
  /** The language of URLs without `?lang=`, and for readers of any other language. */
  firstLanguage: Language;
};

/** The contents of a box, by id, in the order of the pages. `short` is below the amount on the home page. */
export type Sizes = Readonly<Record<string, { amount: string; short: Localized }>>;

/** The nine major allergens of FALCPA and the FASTER Act (21 U.S.C. 343(w)). */
export type Allergen = 'milk' | 'egg' | 'fish' | 'shellfish' | 'treeNuts' | 'wheat' | 'peanut' | 'soy' | 'sesame';
/** In descending order of weight, as the label lists them. */
export type Ingredients = readonly { name: Localized; of: Localized }[];

/** Optional parts of the site. `false` removes the part with its links and questions. */
export type Sections = Readonly<Record<'nutrition' | 'wholesale' | 'stores', boolean>>;

/** `focal` is the point to keep in view, in per cent from the top left. The files are in the brand's `images/`. */
export type Images = Readonly<Record<string, { file: string; focal: readonly [number, number]; alt: Localized }>>;

/** The content of an `<svg>` with this view box. Colours may be names of the palette (`var(--color-…)`). */
export type Drawings = Readonly<Record<string, { viewBox: string; shapes: string }>>;

/** The cuisine of every recipe, for search engines; empty texts are omitted. */
export type Cuisine = Localized;
/**
 * Items strictly above `overCents` (US cents) ship free to these states, when state and ZIP code agree: the rate of
 * 0.00 is added to the paid ones. `days` are business days. `region` is the common name of the states, for use behind
 * "within".
 */
export type FreeShipping = {
  overCents: number;
  region: Localized;
  states: readonly UsState[];
  service: Localized;
  carrier: 'USPS' | 'UPS' | 'FedEx';
  days: number;
};

/** The part of the globe that a map shows, in degrees. */
type Frame = { west: number; north: number; width: number; height: number };
/** The admin's map of a store's pin: a coarse outline, `longitude,latitude` of each corner. */
export type StoreMap = Frame & { outline: string };
/** The map beside the list of stores, drawn by scripts/finder-map.ts. */
export type FinderMap = Frame & {
  /** Coasts and borders: `longitude,latitude` of each corner. */
  land: readonly string[];
  /** Named towns; the name is to the right or left of the position. */
  places: readonly (readonly [name: string, longitude: number, latitude: number, side: 'right' | 'left'])[];
};

/**
 * Centres of ZIP code areas for the store finder. Each step has the distance from the previous ZIP (the first from
 * `first`), and hundredths of a degree north and west of `origin`. Without steps, the finder searches names and
 * addresses.
 */
export type ZipAreas = { first: number; origin: { latitude: number; longitude: number }; steps: string };

type MailColour = 'ground' | 'card' | 'panel' | 'brand' | 'link' | 'ink' | 'inkSoft' | 'line';
/** In style attributes, because mail programs do not support CSS variables. */
export type MailColours = Readonly<Record<MailColour | 'onBrand' | 'accent', string>> & {
  dark: Readonly<Record<MailColour, string>>;
};

/** Words that a brand's texts must not use, by language. */
export type RetiredWords = Readonly<Record<Language, readonly string[]>>;
/** Sentences written by `npm run brand`, by key. Setup counts the unchanged ones. */
export type StartingTexts = Readonly<Record<Language, Readonly<Record<string, string>>>>;
/** The line under the name in every mail. */
export type Tagline = Localized;
