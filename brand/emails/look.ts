import { colours } from './colours.ts';

export const look = {
  ...colours,
  displayFont: "'Yeseva One', Georgia, 'Times New Roman', serif",
  textFont: "Figtree, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif",
};

/** The logo of every mail: a PNG, because mail programs show no SVG; `scripts/images.ts` makes it at twice this size. */
export const emailLogo = { source: 'logo-compact-light.svg', path: '/email-logo.png', width: 220, height: 38 } as const;
