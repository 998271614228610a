import { comingSoon } from '#brand/coming-soon.ts';
import { type ImageName, images } from '#brand/images.ts';
import { freeShipping } from '#brand/shipping.ts';
import { sizeCards } from '#brand/size-cards.ts';
import { sizes } from '#brand/sizes.ts';
import type { Localized } from '#shared/core/language.ts';
import { FREE_SERVICE_KEY } from '#shared/shipping/free-service.ts';

/** The key of the alt text of a brand picture. */
export const altKey = (name: ImageName): string => `alt_${name.toLowerCase()}`;

/** Sentences from tables of the brand, by the key under which the owner changes them. */
export function brandSentences(): Record<string, Localized> {
  return Object.fromEntries([
    ...Object.entries(sizes).map(([id, { short }]) => [`size_${id}_short`, short]),
    ...Object.entries(sizeCards).flatMap(([id, { name, text }]) => [
      [`size_${id}_name`, name],
      [`size_${id}_text`, text],
    ]),
    ...comingSoon.flatMap(({ name, text }, i) => [
      [`coming_${i + 1}_name`, name],
      [`coming_${i + 1}_text`, text],
    ]),
    [FREE_SERVICE_KEY, freeShipping.service],
    ...Object.entries(images).map(([name, { alt }]) => [altKey(name as ImageName), alt]),
  ]);
}
