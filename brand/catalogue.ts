import type { Products } from './types.ts';

// The fields: types.ts
export const products: Products = [
  {
    id: 'box40',
    name: { en: 'Box of 40 individual sandwiches', es: 'Caja de 40 galleticas con guayaba' },
    description: {
      en: 'Forty guava sandwiches, wrapped one by one. For the lunch bag, the glove compartment and the drawer at work.',
      es: 'Cuarenta galleticas con guayaba, envueltas una por una. Para la lonchera, la guantera y la gaveta del trabajo.',
    },
    size: { en: '40 x 1.10 oz', es: '40 x 1.10 oz' },
    priceCents: 1999,
    unit: 'single',
    pieces: 40,
    pieceOz: 1.1,
    allergens: ['wheat'],
    shelfLifeDays: 120,
    weightOz: 54,
    parcelInches: [12, 9, 6],
    gtin: '200000040017',
    images: ['box40Box', 'box40Pair', 'box40Wrapped'],
    accent: 'guayaba',
  },
  {
    id: 'box20double',
    name: { en: 'Box of 20 double sandwiches', es: 'Caja de 20 galleticas dobles con guayaba' },
    description: {
      en: 'Twenty doubles: three crackers, two layers of guava. The one you cut in half and then do not share.',
      es: 'Veinte dobles: tres galletas y dos capas de guayaba. La que picas a la mitad y al final no compartes.',
    },
    size: { en: '20 x 2.5 oz', es: '20 x 2.5 oz' },
    priceCents: 1999,
    unit: 'double',
    pieces: 20,
    pieceOz: 2.5,
    allergens: ['wheat'],
    shelfLifeDays: 120,
    weightOz: 60,
    parcelInches: [12, 9, 7],
    gtin: '200000020019',
    images: ['box20Box', 'box20Double', 'box20Cortadito'],
    accent: 'hoja',
  },
];
