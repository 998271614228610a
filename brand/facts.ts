import type { Facts } from '#shared/core/brand-types.ts';

// The fields: shared/core/brand-types.ts
export const facts: Facts = {
  name: 'Doña Guayaba',
  legalName: 'Doña Guayaba LLC',
  email: 'hola@donaguayaba.example',
  wholesaleEmail: 'ventas@donaguayaba.example',
  wholesaleMinimumBoxes: 6,
  phone: '+1 305-555-0142',
  phoneHref: '+13055550142',
  address: { street: '1840 East 4th Avenue', city: 'Hialeah', state: 'FL', zipCode: '33010', country: 'US' },
  city: 'Miami',
  hours: [{ days: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'], opens: '09:00', closes: '17:00' }],
  founder: 'Caridad Valdés',
  foundedIn: '',
  handle: '@donaguayaba',
  social: { instagram: 'https://www.instagram.com/donaguayaba', tiktok: 'https://www.tiktok.com/@donaguayaba' },
  mapDefault: 'Miami, FL',
  timeZone: 'America/New_York',
  firstLanguage: 'en',
};
