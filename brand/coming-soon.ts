import type { ComingSoon } from './types.ts';

// The fields: types.ts
export const comingSoon: ComingSoon = [
  {
    name: { en: 'Mango', es: 'De mango' },
    text: {
      en: 'Mango paste from the tree everybody’s uncle has in the backyard. We are still arguing about how thick.',
      es: 'Pasta de mango, de la mata que todo el mundo tiene en el patio. Todavía estamos discutiendo el grueso.',
    },
    ground: 'brand-light',
    drawing: 'mango',
  },
  {
    name: { en: 'Pineapple', es: 'De piña' },
    text: {
      en: 'Brighter, a little sharp, good with something cold. Abuela has not signed off yet.',
      es: 'Más viva, un poquito ácida, buena con algo frío. Falta que abuela dé el visto bueno.',
    },
    ground: 'second-light',
    drawing: 'pineapple',
  },
];
