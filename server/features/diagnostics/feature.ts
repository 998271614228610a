import type { Feature } from '#server/feature.ts';
import { doctorCommand } from './control.ts';
import { addCspReportRoute } from './csp-reports.ts';
import { addPageErrorRoute } from './page-errors.ts';
import { addDiagnosticsRoutes, diagnosticsDepsOf } from './routes.ts';
import { addWellKnownRoutes } from './well-known.ts';

export const diagnostics: Feature = {
  uses: {
    admin: ['credentials'],
    backup: ['files'],
    catalogue: ['service'],
    emails: ['mailbox', 'outbox', 'smtp-sender'],
    facts: ['service'],
    look: ['service'],
    payments: ['stripe-probe'],
    policies: ['service'],
    settlement: ['declines/watch', 'service'],
    shipping: ['shippo-probe'],
    tax: ['records', 'service', 'stripe-tax-probe'],
    texts: ['service'],
  },
  addPublicRoutes: async (app, deps) => {
    await addCspReportRoute(app, deps);
    addPageErrorRoute(app, deps);
    addWellKnownRoutes(app, deps);
  },
  addAdminRoutes: addDiagnosticsRoutes,
  commands: (deps) => doctorCommand(diagnosticsDepsOf(deps)),
};
