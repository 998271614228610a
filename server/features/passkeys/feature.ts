import type { Feature } from '#server/feature.ts';
import { addPasskeyRoutes } from './routes.ts';

export const passkeys: Feature = {
  uses: {
    admin: [
      'credentials',
      'device',
      'devices',
      'guard',
      'login-throttle',
      'mailbox',
      'password',
      'schema',
      'session-cookie',
      'sessions',
    ],
    emails: ['outbox'],
  },
  addAdminRoutes: addPasskeyRoutes,
};
