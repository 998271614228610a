import * as z from 'zod/mini';
import { askControlSocket, type ControlCommand } from '#server/plugins/control-socket.ts';
import { SETUP_STATES } from '#shared/admin/diagnostics.ts';
import { CHECKS, type CheckResult, type DiagnosticsDeps } from './check-result.ts';
import { runChecks } from './checks.ts';

const CALL = 'doctor';
/** Longer than the checks take. */
const ANSWER_MS = 8_000;

const findingsSchema = z.array(
  z.object({
    check: z.enum(CHECKS),
    state: z.enum(SETUP_STATES),
    code: z.string(),
    values: z.optional(z.record(z.string(), z.union([z.string(), z.number()]))),
  }),
);

/**
 * Lets `npm run doctor` ask the running shop, whose embedded database and settings it cannot read. A request during a
 * run gets that run's results.
 */
export function doctorCommand(deps: DiagnosticsDeps): Record<typeof CALL, ControlCommand> {
  let running: Promise<CheckResult[]> | null = null;
  return {
    [CALL]: () => {
      running ??= runChecks(deps).finally(() => {
        running = null;
      });
      return running;
    },
  };
}

/** The check results of the shop that runs on this data folder; `null` when none answers correctly. */
export async function askRunningShop(dataDir: string): Promise<CheckResult[] | null> {
  try {
    const answer = await askControlSocket(dataDir, CALL, {}, AbortSignal.timeout(ANSWER_MS));
    const parsed = z.safeParse(findingsSchema, answer?.body);
    return parsed.success ? (parsed.data as CheckResult[]) : null;
  } catch {
    return null;
  }
}
