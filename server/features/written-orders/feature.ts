import type { Feature } from '#server/feature.ts';
import { forgetOldLinks, noteBooked, resumeLinks } from './links.ts';
import { addPayLinkRoutes, addWrittenAdminRoutes } from './routes.ts';

export const writtenOrders: Feature = {
  uses: {
    checkout: ['amounts', 'cart', 'service'],
    codes: ['service'],
    emails: ['outbox'],
    orders: ['service'],
    settlement: ['declines/watch', 'deps', 'open-payment', 'service'],
    shipping: ['service'],
    stock: ['service'],
    tax: ['estimate', 'records'],
  },
  addPublicRoutes: addPayLinkRoutes,
  addAdminRoutes: addWrittenAdminRoutes,
  booked: noteBooked,
  housekeeping: (deps) => [() => resumeLinks(deps), () => forgetOldLinks(deps)],
};
