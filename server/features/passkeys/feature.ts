import type { Feature } from '#server/feature.ts';
import { addPasskeyRoutes } from './routes.ts';
import { removeKeys } from './service.ts';

export const passkeys: Feature = {
  uses: {
    admin: ['device', 'guard', 'login-throttle', 'mailbox', 'own-password', 'schema', 'session-cookie', 'sessions'],
    emails: ['outbox'],
    journal: ['service'],
  },
  addAdminRoutes: addPasskeyRoutes,
  removeKeys,
};
