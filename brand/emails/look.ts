/** The palette for mails: written into style attributes, because mail programs know no CSS variables. */
export const look = {
  ground: '#FFF6E9',
  card: '#FFFFFF',
  panel: '#FBE0D8',
  brand: '#A81D3A',
  onBrand: '#FFF6E9',
  accent: '#E3A33E',
  link: '#1C5748',
  ink: '#3B1712',
  inkSoft: '#6B4A42',
  line: '#ECD3C2',
  dark: {
    ground: '#1B0D0A',
    card: '#2B1713',
    panel: '#3A211B',
    brand: '#F6A9B4',
    link: '#A1CBBA',
    ink: '#FBEBDF',
    inkSoft: '#D9BFB3',
    line: '#553830',
  },
  displayFont: "'Yeseva One', Georgia, 'Times New Roman', serif",
  textFont: "Figtree, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif",
} as const;

/** The logo of every mail: a PNG, because mail programs show no SVG; `scripts/images.ts` makes it at twice this size. */
export const emailLogo = { source: 'logo-compact-light.svg', path: '/email-logo.png', width: 220, height: 38 } as const;
