import type { Feature } from '#server/feature.ts';
import { addAddressProofRoute } from './address-proof.ts';
import { addSettingsRoutes } from './routes.ts';

export const shopSettings: Feature = {
  uses: {
    admin: ['device', 'mailbox', 'own-password'],
    diagnostics: ['check-result', 'partner-checks', 'payment-checks', 'sender-check', 'tax-check', 'words'],
    emails: ['outbox', 'smtp-sender'],
    payments: ['stripe-probe'],
    settlement: ['deps', 'end-open', 'service'],
    shipping: ['build'],
  },
  addPublicRoutes: addAddressProofRoute,
  addAdminRoutes: addSettingsRoutes,
};
