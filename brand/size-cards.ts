import type { Localized } from '#shared/core/language.ts';
import type { ImageName } from './images.ts';
import type { SizeId } from './sizes.ts';

/**
 * The product page's text for each size. `ground` and `tint` are names of the palette (`--color-…` in theme.css): a
 * dark background and a light tint on it.
 */
export type SizeCard = { name: Localized; text: Localized; picture: ImageName; ground: string; tint: string };
export const sizeCards: Readonly<Record<SizeId, SizeCard>> = {
  single: {
    name: { en: 'The single', es: 'La sencilla' },
    text: {
      en: 'Two crackers and one layer of guava. The right size beside a cafecito.',
      es: 'Dos galletas y una capa de guayaba. El tamaño exacto para un cafecito.',
    },
    picture: 'box40Pair',
    ground: 'brand',
    tint: 'tint',
  },
  double: {
    name: { en: 'The double', es: 'La doble' },
    text: {
      en: 'Three crackers and two layers of guava. Cut it in half and pretend you are going to share.',
      es: 'Tres galletas y dos capas de guayaba. Pícala a la mitad y haz como que vas a compartir.',
    },
    picture: 'box20Double',
    ground: 'second',
    tint: 'second-light',
  },
};
