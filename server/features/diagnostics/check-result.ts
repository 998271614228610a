import type { Config } from '#server/config.ts';
import type { Connection, Database } from '#server/db/connect.ts';
import type { Clock } from '#server/deps.ts';
import type { SetupState } from '#shared/admin/diagnostics.ts';

/** The checks, in the order of the report. */
export const CHECKS = [
  'settings',
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
  'tax',
  'shipping',
  'mail',
  'owner_mail',
  'sender',
  'outbox',
  'clock',
  'csp',
  'brand',
  'look',
  'texts',
  'policies',
  'products',
] as const;
export type CheckId = (typeof CHECKS)[number];

/** Values of the text's `{name}` placeholders; never a secret, because they are shown. Dates are ISO times. */
export type CheckValues = Readonly<Record<string, string | number>>;

/** The result of a check. Its texts in brand/texts are `code`, and `{code}_todo` if something is to be done. */
export type CheckResult = { check: CheckId; state: SetupState; code: string; values?: CheckValues };

/** An open database, or the reason why it could not be opened. */
export type DatabaseView =
  | { isOpen: true; db: Database; engine: Connection['engine'] }
  | { isOpen: false; result: CheckResult };

/** The TXT records of a name, each in its pieces. Rejects with `ENOTFOUND` or `ENODATA` when it has none. */
export type ResolveTxt = (name: string) => Promise<string[][]>;

export type DiagnosticsDeps = {
  config: Config;
  clock: Clock;
  database: DatabaseView;
  /** Replaces the machine's resolver of TXT records in tests. */
  resolveTxt?: ResolveTxt;
};

/** Time limit of one call to an outside service. */
export const CALL_MS = 4_500;
