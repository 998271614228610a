import type { SizeCards } from './types.ts';

// The fields: types.ts
export const sizeCards: SizeCards = {
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
