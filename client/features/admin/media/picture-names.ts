import * as m from '#messages';
import { LANGUAGES, type Localized } from '#shared/core/language.ts';

/** Whether an uploaded picture lacks its description in a language. */
export function isUndescribed(alt: Localized | undefined): boolean {
  return LANGUAGES.some((language) => alt?.[language] === '');
}

/** The accessible name of the button that opens a picture's description; it begins with the visible text. */
export function describeLabel(alt: Localized | undefined, name: string): string {
  return isUndescribed(alt) ? `${m.admin_pictures_undescribed()}: ${name}` : m.admin_pictures_edit({ name });
}
