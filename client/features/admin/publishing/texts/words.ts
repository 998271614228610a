import * as m from '#messages';
import { ADMIN_SCREEN_PATHS } from '#shared/admin/paths.ts';
import { TEXT_ROW, TEXTS_ROW, type TextGroup } from '#shared/content/text-keys.ts';

/** Under Site: the list of all sentences. */
export const TEXTS_PATH = `${ADMIN_SCREEN_PATHS.site}/${TEXTS_ROW}`;
export const textPath = (key: string) => `${ADMIN_SCREEN_PATHS.site}/${TEXT_ROW}${key}`;

/** Placeholders in messages: `{price}, {days}`. */
export const inBraces = (names: readonly string[]): string => names.map((name) => `{${name}}`).join(', ');

const SHORT_CHARACTERS = 60;

/** The beginning of a long sentence, for lists. */
export function shortened(text: string): string {
  const characters = [...text];
  return characters.length > SHORT_CHARACTERS
    ? `${characters
        .slice(0, SHORT_CHARACTERS - 1)
        .join('')
        .trimEnd()}…`
    : text;
}

/** Names of the groups of sentences. */
export const groupNames: Readonly<Record<TextGroup, () => string>> = {
  home: m.nav_home,
  about: m.nav_about,
  product: m.nav_product,
  shop: m.nav_shop,
  item: m.admin_texts_item,
  cart: m.admin_texts_cart,
  checkout: m.admin_texts_checkout,
  order: m.admin_texts_order,
  wholesale: m.nav_wholesale,
  stores: m.admin_texts_stores,
  contact: m.nav_contact,
  policies: m.admin_policies_title,
  stories: m.stories_heading,
  missing: m.admin_texts_missing,
  everywhere: m.admin_texts_everywhere,
  pictures: m.admin_texts_pictures,
  line_sheet: m.admin_texts_line_sheet,
  mails: m.admin_texts_mails,
  messages: m.admin_texts_messages,
};
