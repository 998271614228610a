import type { Feature } from '#server/feature.ts';
import { previewSnapshot } from '#server/features/content/service.ts';
import { factsOf } from '#server/features/facts/kinds.ts';
import { mailLookIn } from '#server/features/look/kinds.ts';
import { findBuyerMailbox } from '#server/features/orders/service.ts';
import { changedTextIn } from '#server/features/texts/pages.ts';
import { findInquirerMailbox } from '#server/features/wholesale/service.ts';
import { emailAdminRoutes } from './admin-routes.ts';
import { countFailedLately, findEmailsTo } from './outbox.ts';
import { startSender } from './sender.ts';

export const emails: Feature = {
  addAdminRoutes: (app, deps) =>
    emailAdminRoutes(app, deps, async () => {
      const saved = await previewSnapshot(deps, deps.kinds, null);
      return {
        changedText: changedTextIn({ current: () => saved }),
        facts: () => factsOf(saved),
        look: () => mailLookIn(saved),
      };
    }),
  countToday: async (deps) => ({ failedMails: await countFailedLately(deps) }),
  find: async ({ db }, { q, limit }) => ({ emails: await findEmailsTo(db, q, limit) }),
  jobs: {
    mail: async (deps) => {
      const { config, db } = deps;
      if (!config.smtp) return null;
      const { createSmtpTransport } = await import('./smtp-sender.ts');
      const findBuyer = (orderId: string) => findBuyerMailbox(db, orderId);
      const findInquirer = (inquiryId: string) => findInquirerMailbox(db, inquiryId);
      return startSender({ ...deps, findBuyer, findInquirer }, createSmtpTransport({ ...config, smtp: config.smtp }));
    },
  },
};
