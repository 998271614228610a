import { randomUUID } from 'node:crypto';
import type { Feature } from '#server/feature.ts';
import { inCheckoutLanguage } from '#server/features/settlement/confirm.ts';
import { recordDecline } from '#server/features/settlement/declines/service.ts';
import { addSandboxRoutes } from './sandbox-routes.ts';

export const payments: Feature = {
  addPublicRoutes: (app, deps) => {
    if (deps.payments.name !== 'sandbox') return;
    const onDecline = (paymentId: string) => recordDecline(deps, paymentId, `decline_${randomUUID()}`);
    addSandboxRoutes(app, { ...deps, onDecline }, (paymentId, work) => inCheckoutLanguage(deps, paymentId, work));
  },
};
