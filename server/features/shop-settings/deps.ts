import type { Connection } from '#server/db/connect.ts';
import type { SettlementDeps } from '#server/features/settlement/deps.ts';
import type { Env } from './stored.ts';

/** The stored settings of a running shop. */
export type StoredSettingsPort = {
  /** The variables that go before them. */
  env: Env;
  /** Puts what is stored now in force, in this process. Other instances notice it within a second. */
  apply(): Promise<void>;
};

export type SettingsDeps = SettlementDeps & { connection: Connection; shopSettings: StoredSettingsPort };
