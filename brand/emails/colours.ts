import type { MailColours } from '#shared/core/brand-types.ts';

// The fields: shared/core/brand-types.ts
export const colours: MailColours = {
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
};
