import type { Hours } from '#shared/content/opening-hours.ts';
import type { Language } from '#shared/core/language.ts';

/** Facts of the business. Everything here is sample identity: a real owner replaces it. */
export const facts = {
  name: 'Doña Guayaba',
  legalName: 'Doña Guayaba LLC',
  email: 'hola@donaguayaba.example',
  wholesaleEmail: 'ventas@donaguayaba.example',
  /** The least that a store orders at once, in boxes of any kind. */
  wholesaleMinimumBoxes: 6,
  phone: '+1 305-555-0142',
  phoneHref: '+13055550142',
  address: {
    street: '1840 East 4th Avenue',
    city: 'Hialeah',
    state: 'FL',
    zipCode: '33010',
    country: 'US',
  },
  /** The city by which people know us, also where the address is in a town beside it. */
  city: 'Miami',
  /** When somebody answers; days that share their hours stand together. */
  hours: [
    { days: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'], opens: '09:00', closes: '17:00' },
  ] as readonly Hours[],
  founder: 'Caridad Valdés',
  /** The year; empty: no page names one. */
  foundedIn: '',
  handle: '@donaguayaba',
  social: {
    instagram: 'https://www.instagram.com/donaguayaba',
    tiktok: 'https://www.tiktok.com/@donaguayaba',
  },
  /** Shown on the map when no store is chosen. */
  mapDefault: 'Miami, FL',
  timeZone: 'America/New_York',
  /** The language of plain addresses, and the answer for readers of any third language. */
  firstLanguage: 'en' as Language,
} as const;
