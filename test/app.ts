import { facts } from '#brand/facts.ts';
import { buildApp } from '#server/app.ts';
import { buildDeps } from '#server/build-deps.ts';
import { type Config, readConfig, type StoredSettings } from '#server/config.ts';
import type { App, Clock } from '#server/deps.ts';
import type { AppDeps } from '#server/feature.ts';
import { prepareAdminPassword } from '#server/features/admin/credentials.ts';
import { createLogger } from '#server/log.ts';
import { emptySite, type Site } from '#server/plugins/pages/site-files.ts';
import { openTestDatabase, type TestDatabase } from './database.ts';

/** The admin's password unless a test sets another. */
export const TEST_PASSWORD = 'guava and crackers';
/** Its hash at the least cost; with the shop's own cost each start and each login takes 65 ms of a processor. */
const CHEAP_HASH = '$argon2id$v=19$m=8,t=1,p=1$YS10ZXN0LW9ubHkh$3iM/TS1LsxThuzyQa/PIYQ';

/** A clock that tests control; it starts at the real time. */
export class TestClock implements Clock {
  #offset = 0;
  #passed = 0;
  now(): Date {
    return new Date(Date.now() + this.#offset);
  }
  monotonicMs(): number {
    return performance.now() + this.#passed;
  }
  /** Advances the time. */
  advance(ms: number): void {
    this.#offset += ms;
    this.#passed += ms;
  }
  /** Changes the time of day, without any time passing. */
  set(ms: number): void {
    this.#offset += ms;
  }
}

export type TestApp = {
  app: App;
  /** The server's dependencies, for calling services directly, as the reconciliation does. */
  deps: AppDeps;
  config: Config;
  clock: TestClock;
  database: TestDatabase;
  /** Every log line so far, as written. */
  logLines: string[];
  close(): Promise<void>;
};

/**
 * The whole server on a fresh database, reached by `app.inject`.
 *
 * @param options.env as a shop owner would set it
 * @param options.parts replaces outside parts (payments, rates, catalogue); called with the others, so that it may wrap
 * them
 */
export async function startTestApp(
  options: {
    env?: Record<string, string>;
    /** What the admin has stored; by default nothing. */
    stored?: StoredSettings;
    site?: Site;
    database?: TestDatabase;
    clock?: TestClock;
    parts?: (deps: AppDeps) => Partial<AppDeps>;
  } = {},
): Promise<TestApp> {
  const database = options.database ?? (await openTestDatabase());
  const env = {
    LOG_LEVEL: 'debug',
    DATA_DIR: database.dataDir,
    ...(options.env?.ADMIN_PASSWORD === undefined && { ADMIN_PASSWORD_HASH: CHEAP_HASH }),
    // Tests have one address and many shoppers.
    LIMIT_PAYMENT_STARTS: '60',
    ...options.env,
  };
  const settings = readConfig(env, facts, options.stored);
  const clock = options.clock ?? new TestClock();
  const logLines: string[] = [];
  const log = createLogger(settings.logLevel, { write: (line: string) => void logLines.push(line) });
  const built = await buildDeps({
    config: settings,
    connection: database.connection,
    clock,
    log,
    site: options.site ?? emptySite(),
    renderFolder: null,
    // A test that saves settings starts another server with them.
    shopSettings: { env, apply: async () => {} },
  });
  const deps = { ...built, ...options.parts?.(built) };
  await prepareAdminPassword(deps);
  const app = await buildApp(deps);
  await app.ready();
  return {
    app,
    deps,
    config: built.config,
    clock,
    database,
    logLines,
    close: async () => {
      await app.close();
      if (!options.database) await database.remove();
    },
  };
}

/** The housekeeping of all features, as it follows each pass of the reconciliation. */
export async function keepHouse({ deps }: TestApp): Promise<void> {
  const tasks = deps.features.flatMap((feature) => feature.housekeeping?.(deps) ?? []);
  for (const task of tasks) await task();
}
