import type { Feature } from '#server/feature.ts';
import { doctorCommand } from './control.ts';
import { addCspReportRoute } from './csp-reports.ts';
import { addPageErrorRoute } from './page-errors.ts';
import { addDiagnosticsRoutes, diagnosticsDepsOf } from './routes.ts';
import { addWellKnownRoutes } from './well-known.ts';

export const diagnostics: Feature = {
  uses: [
    'admin/credentials.ts',
    'backup/files.ts',
    'emails/mailbox.ts',
    'emails/outbox.ts',
    'emails/smtp-sender.ts',
    'facts/service.ts',
    'payments/stripe-probe.ts',
    'policies/service.ts',
    'settlement/declines/watch.ts',
    'settlement/service.ts',
    'shipping/shippo-probe.ts',
    'tax/records.ts',
    'tax/service.ts',
    'tax/stripe-tax-probe.ts',
    'texts/service.ts',
  ],
  addPublicRoutes: async (app, deps) => {
    await addCspReportRoute(app, deps);
    addPageErrorRoute(app, deps);
    addWellKnownRoutes(app, deps);
  },
  addAdminRoutes: addDiagnosticsRoutes,
  commands: (deps) => doctorCommand(diagnosticsDepsOf(deps)),
};
