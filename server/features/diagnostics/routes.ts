import type { Connection } from '#server/db/connect.ts';
import { type App, type BaseDeps, requestLanguage } from '#server/deps.ts';
import { setupQuerySchema, setupSchema } from '#shared/admin/diagnostics.ts';
import type { DiagnosticsDeps } from './check-result.ts';
import { runChecks } from './checks.ts';
import { describeResult, sortWorstFirst } from './words.ts';

/** Dependencies of the checks in a running shop. */
export function diagnosticsDepsOf(
  deps: Pick<BaseDeps, 'config' | 'clock' | 'db'> & { connection: Connection },
): DiagnosticsDeps {
  const { config, clock, db, connection } = deps;
  return { config, clock, database: { isOpen: true, db, engine: connection.engine } };
}

/** GET /api/admin/setup: the check results. */
export function addDiagnosticsRoutes(app: App, deps: BaseDeps & { connection: Connection }): void {
  app.get(
    '/api/admin/setup',
    { schema: { querystring: setupQuerySchema, response: { 200: setupSchema } } },
    async (request) => {
      const results = await runChecks(diagnosticsDepsOf(deps));
      const language = request.query.lang ?? requestLanguage(request);
      return {
        checkedAt: deps.clock.now().toISOString(),
        checks: sortWorstFirst(results.map((result) => describeResult(result, language))),
      };
    },
  );
}
