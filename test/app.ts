import { facts } from '#brand/facts.ts';
import { type AppDeps, buildApp } from '#server/app.ts';
import { type Config, readConfig } from '#server/config.ts';
import type { App, Clock } from '#server/deps.ts';
import { prepareAdminPassword } from '#server/features/admin/credentials.ts';
import { catalogueOf } from '#server/features/catalogue/live-catalogue.ts';
import { openContent } from '#server/features/content/live-content.ts';
import { MailSignal } from '#server/features/emails/mail-signal.ts';
import { factsIn } from '#server/features/facts/kinds.ts';
import { withOwnerMailbox } from '#server/features/facts/owner-mailbox.ts';
import { followTimeZone } from '#server/features/facts/time-zone.ts';
import { buildCarrier } from '#server/features/labels/build.ts';
import { buildPayments } from '#server/features/payments/build.ts';
import { refundRuleIn } from '#server/features/policies/pages.ts';
import { DeclineWatch } from '#server/features/settlement/decline-watch.ts';
import { buildRates } from '#server/features/shipping/build.ts';
import { shippingRulesIn } from '#server/features/shipping/rules.ts';
import { buildTaxes } from '#server/features/tax/build.ts';
import { changedTextIn } from '#server/features/texts/pages.ts';
import { createLogger } from '#server/log.ts';
import { createMetrics } from '#server/metrics.ts';
import { emptySite, type Site } from '#server/plugins/site-files.ts';
import { openTestDatabase, type TestDatabase } from './database.ts';

/** The admin's password unless a test sets another. */
export const TEST_PASSWORD = 'guava and crackers';

/** A clock that tests move by hand; it starts at the real time. */
export class TestClock implements Clock {
  #offset = 0;
  #passed = 0;
  now(): Date {
    return new Date(Date.now() + this.#offset);
  }
  monotonicMs(): number {
    return performance.now() + this.#passed;
  }
  /** So much time passes. */
  advance(ms: number): void {
    this.#offset += ms;
    this.#passed += ms;
  }
  /** Somebody sets the time of day, by so much, and no time passes. */
  set(ms: number): void {
    this.#offset += ms;
  }
}

export type TestApp = {
  app: App;
  /** What the server was built of, for calling a service beside the routes, as the sweep does. */
  deps: AppDeps;
  config: Config;
  clock: TestClock;
  database: TestDatabase;
  /** Every log line so far, as written. */
  logLines: string[];
  close(): Promise<void>;
};

/**
 * The whole server over a fresh database, reached by `app.inject`.
 *
 * @param options.env as a shop owner would set it
 * @param options.parts replaces outside parts: payments, rates, catalogue; given the rest, so that it may wrap them
 */
export async function startTestApp(
  options: {
    env?: Record<string, string>;
    site?: Site;
    database?: TestDatabase;
    clock?: TestClock;
    parts?: (deps: AppDeps) => Partial<AppDeps>;
  } = {},
): Promise<TestApp> {
  const database = options.database ?? (await openTestDatabase());
  const settings = readConfig(
    {
      LOG_LEVEL: 'debug',
      DATA_DIR: database.dataDir,
      ADMIN_PASSWORD: TEST_PASSWORD,
      // Tests have one address and many shoppers.
      LIMIT_PAYMENT_STARTS: '60',
      ...options.env,
    },
    facts,
  );
  const clock = options.clock ?? new TestClock();
  const logLines: string[] = [];
  const log = createLogger(settings.logLevel, { write: (line: string) => void logLines.push(line) });
  const { connection } = database;
  const { db } = connection;
  const content = await openContent(db, log);
  const shippingRules = shippingRulesIn(content);
  const currentFacts = factsIn(content);
  const config = withOwnerMailbox(settings, currentFacts);
  const built: AppDeps = {
    db,
    connection,
    config,
    clock,
    log,
    metrics: createMetrics(),
    mailSignal: new MailSignal(),
    site: options.site ?? emptySite(),
    payments: await buildPayments({ db, config, clock, log }),
    rates: buildRates({ config, log, shippingRules, facts: currentFacts }),
    taxes: await buildTaxes({ config }),
    carrier: buildCarrier({ config, shippingRules, facts: currentFacts }),
    content,
    catalogue: catalogueOf(content),
    refundRule: refundRuleIn(content, changedTextIn(content)),
    shippingRules,
    facts: currentFacts,
    changedText: changedTextIn(content),
    declines: new DeclineWatch(),
  };
  const deps = { ...built, ...options.parts?.(built) };
  followTimeZone(deps);
  await prepareAdminPassword(deps);
  const app = await buildApp(deps);
  await app.ready();
  return {
    app,
    deps,
    config,
    clock,
    database,
    logLines,
    close: async () => {
      await app.close();
      if (!options.database) await database.remove();
    },
  };
}
