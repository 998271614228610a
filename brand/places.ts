import type { Places } from './types.ts';

// The fields: types.ts
export const places = {
  hero: { name: 'hero', focal: [28, 58] },
  homeLarge: { name: 'box40Single', focal: [38, 58] },
  homeSmall: { name: 'box40Wrapped' },
  homeStory: { name: 'storyKitchen' },
  homeFind: { name: 'counterDisplay' },
  about: { name: 'storyKitchen' },
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
  share: { name: 'ogImage' },
} as const satisfies Places;
