import * as m from '#messages';
import type { PictureUse } from '#shared/content/media.ts';
import type { PlaceId } from '#shared/content/picture-ref.ts';

const PLACES: Readonly<Record<PlaceId, () => string>> = {
  hero: m.admin_place_hero,
  homeLarge: m.admin_place_home_large,
  homeSmall: m.admin_place_home_small,
  homeStory: m.admin_place_home_story,
  homeFind: m.admin_place_home_find,
  about: m.admin_place_about,
  aboutFounder: m.admin_place_about_founder,
  aboutValues: m.admin_place_about_values,
  productLarge: m.admin_place_product_large,
  productLeft: m.admin_place_product_left,
  productRight: m.admin_place_product_right,
  ingredients: m.admin_place_ingredients,
  contact: m.admin_place_contact,
  notFound: m.admin_place_missing,
  wholesale: m.admin_place_wholesale,
  wholesaleDemand: m.admin_place_wholesale_demand,
  wholesaleFreshness: m.admin_place_wholesale_freshness,
  wholesaleFlexible: m.admin_place_wholesale_flexible,
  share: m.admin_place_share,
};

/** The admin's name of a place. */
export const placeName = (id: string): string => PLACES[id as PlaceId]?.() ?? id;

/** The name of something that shows an uploaded picture. */
export const nameOfUse = ({ kind, name }: PictureUse): string => (kind === 'place' ? placeName(name) : name);
