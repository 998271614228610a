import type { Config } from '#server/config.ts';
import type { Connection, Database } from '#server/db/connect.ts';
import type { Clock } from '#server/deps.ts';
import type { SetupState } from '#shared/diagnostics.ts';

/** What is looked at, in the order in which it is told. */
export const CHECKS = [
  'mode',
  'database',
  'disk',
  'backups',
  'address',
  'proxy',
  'password',
  'payment',
  'webhook',
  'declines',
  'shipping',
  'mail',
  'outbox',
  'clock',
  'metrics',
  'csp',
  'brand',
] as const;
export type CheckId = (typeof CHECKS)[number];

/** Fill a text's `{name}` places; never a secret, since they are shown. Dates are ISO times. */
export type CheckValues = Readonly<Record<string, string | number>>;

/** What a check found. Words for `code`, and for `{code}_todo` where something is to be done, stand in brand/texts. */
export type CheckResult = { check: CheckId; state: SetupState; code: string; values?: CheckValues };

/** A database that is open here, or why none is. */
export type DatabaseView =
  | { isOpen: true; db: Database; engine: Connection['engine'] }
  | { isOpen: false; result: CheckResult };

export type DiagnosticsDeps = { config: Config; clock: Clock; database: DatabaseView };

/** So long may one call to the outside take. */
export const CALL_MS = 4_500;
