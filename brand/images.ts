import type { Images } from '#shared/core/brand-types.ts';

// The fields: shared/core/brand-types.ts
export const images = {
  hero: {
    file: 'hero.jpg',
    focal: [66, 58],
    alt: {
      en: 'Guava cracker sandwiches stacked on a wooden board beside a cut guava, on a table of Cuban tiles',
      es: 'Galleticas con guayaba apiladas sobre una tabla de madera junto a una guayaba cortada, en una mesa de losetas cubanas',
    },
  },
  box40Box: {
    file: 'box40-1-box.jpg',
    focal: [45, 50],
    alt: {
      en: 'Red box of 40 Doña Guayaba sandwiches with wrapped and unwrapped pieces in front',
      es: 'Caja roja de 40 galleticas Doña Guayaba con piezas envueltas y sin envolver delante',
    },
  },
  box40Single: {
    file: 'box40-2-single.jpg',
    focal: [55, 58],
    alt: {
      en: 'Close-up of a guava cracker sandwich cut in half, the red guava slab between two golden crackers',
      es: 'Primer plano de una galletica con guayaba cortada a la mitad, con el pedazo de guayaba entre dos galletas doradas',
    },
  },
  box40Wrapped: {
    file: 'box40-3-wrapped.jpg',
    focal: [40, 48],
    alt: {
      en: 'Individually wrapped 1.10 oz guava sandwich with an opened one beside it',
      es: 'Galletica con guayaba de 1.10 oz en su paquetico, con otra abierta al lado',
    },
  },
  box40Pair: {
    file: 'box40-4-pair.jpg',
    focal: [50, 45],
    alt: {
      en: 'A whole single guava sandwich beside one cut in half: two crackers and one layer of guava each',
      es: 'Una galletica sencilla con guayaba, entera, junto a otra cortada a la mitad: dos galletas y una capa de guayaba',
    },
  },
  box20Box: {
    file: 'box20-1-box.jpg',
    focal: [45, 50],
    alt: {
      en: 'Green box of 20 double Doña Guayaba sandwiches with wrapped and unwrapped pieces in front',
      es: 'Caja verde de 20 galleticas dobles Doña Guayaba con piezas envueltas y sin envolver delante',
    },
  },
  box20Double: {
    file: 'box20-2-double.jpg',
    focal: [52, 52],
    alt: {
      en: 'Double guava sandwich on a plate, one whole and one cut: three crackers and two layers of guava',
      es: 'Galletica doble con guayaba en un plato, una entera y una cortada: tres galletas y dos capas de guayaba',
    },
  },
  box20Cortadito: {
    file: 'box20-3-cortadito.jpg',
    focal: [52, 58],
    alt: {
      en: 'Double guava sandwiches next to a cup of Cuban coffee and a green 2.5 oz wrapper',
      es: 'Galleticas dobles con guayaba junto a una taza de café cubano y un paquetico verde de 2.5 oz',
    },
  },
  storyKitchen: {
    file: 'story-kitchen.jpg',
    focal: [55, 60],
    alt: {
      en: 'Moka pot, cups of coffee, guavas and cracker sandwiches on a tiled kitchen table in the morning',
      es: 'Cafetera, tazas de café, guayabas y galleticas con guayaba en una mesa de losetas por la mañana',
    },
  },
  storyTray: {
    file: 'story-tray.jpg',
    focal: [50, 56],
    alt: {
      en: 'Guava sandwich halves on a tray, each with a cube of cream cheese on a toothpick, and cut guavas at the edge',
      es: 'Mitades de galletica con guayaba en una bandeja, cada una con un cubito de queso crema y un palillo, y guayabas picadas en la orilla',
    },
  },
  ingredients: {
    file: 'ingredients.jpg',
    focal: [55, 45],
    alt: {
      en: 'Guavas, a block of guava paste, crackers and sugar cubes seen from above',
      es: 'Guayabas, una barra de pasta de guayaba, galletas y cubos de azúcar vistos desde arriba',
    },
  },
  counterDisplay: {
    file: 'counter-display.jpg',
    focal: [50, 50],
    alt: {
      en: 'Doña Guayaba counter display full of wrapped sandwiches on a shop counter',
      es: 'Exhibidor de Doña Guayaba lleno de galleticas envueltas sobre el mostrador de una tienda',
    },
  },
  ogImage: {
    file: 'og-image.jpg',
    focal: [50, 50],
    alt: {
      en: 'Doña Guayaba logo beside stacked guava cracker sandwiches',
      es: 'Logotipo de Doña Guayaba junto a galleticas con guayaba apiladas',
    },
  },
} as const satisfies Images;

export type ImageName = keyof typeof images;
