import type { Feature } from '#server/feature.ts';
import { addAccountAdminRoutes } from './admin-routes.ts';
import { forgetLeftPieces } from './certificate.ts';
import { accountList, countDueCertificates } from './service.ts';

export const accounts: Feature = {
  uses: { catalogue: ['service'], media: ['uploaded-file'], wholesale: ['service'] },
  addAdminRoutes: addAccountAdminRoutes,
  countToday: async (deps) => ({ certificates: await countDueCertificates(deps) }),
  find: async (deps, query) => ({ accounts: (await accountList(deps).getPage(deps.db, query)).items }),
  housekeeping: (deps) => [() => forgetLeftPieces(deps)],
};
