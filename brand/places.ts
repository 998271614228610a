import type { ImageName } from './images.ts';

/**
 * The picture of each place; `focal` if the place needs another focal point than the picture's own. The pictures of
 * products and sizes are in catalogue.ts and size-cards.ts.
 */
export const places = {
  hero: { name: 'hero', focal: [28, 58] },
  homeLarge: { name: 'box40Single', focal: [38, 58] },
  homeSmall: { name: 'box40Wrapped' },
  homeStory: { name: 'storyKitchen' },
  homeFind: { name: 'counterDisplay' },
  about: { name: 'storyKitchen' },
  /** Empty: without a portrait of the founder the page shows none. */
  aboutFounder: { name: '' },
  aboutValues: { name: 'ingredients' },
  productLarge: { name: 'box40Wrapped' },
  productLeft: { name: 'box40Box' },
  productRight: { name: 'box20Cortadito' },
  ingredients: { name: 'ingredients' },
  contact: { name: 'box20Cortadito' },
  notFound: { name: 'box40Single', focal: [38, 58] },
  wholesale: { name: 'counterDisplay', focal: [50, 62] },
  wholesaleDemand: { name: 'box40Box' },
  wholesaleFreshness: { name: 'box20Double', focal: [52, 44] },
  wholesaleFlexible: { name: 'box20Box' },
  /** The card of shared links: 1200 × 630 pixels, JPEG. */
  share: { name: 'ogImage' },
} as const satisfies Record<string, { name: ImageName | ''; focal?: readonly [number, number] }>;
