import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inspect } from 'node:util';
import { facts } from '#brand/facts.ts';
import type { Language } from '#shared/language.ts';
import { type AppDeps, buildApp } from './app.ts';
import { ConfigError, loadEnvFile, readConfig } from './config.ts';
import { BESIDE_POOL, connectDatabase } from './db/connect.ts';
import { systemClock } from './deps.ts';
import { passwordCommand } from './features/admin/control.ts';
import { prepareAdminPassword } from './features/admin/credentials.ts';
import { backupCommand } from './features/backup/control.ts';
import { startNightlyBackup } from './features/backup/nightly.ts';
import { writeBackup } from './features/backup/service.ts';
import { catalogueOf, SITE_PAGES } from './features/catalogue/live-catalogue.ts';
import { watchStock } from './features/catalogue/stock-watch.ts';
import { forgetExpired } from './features/checkout/housekeeping.ts';
import type { RevisionChange } from './features/content/kind.ts';
import { type ContentSnapshot, followContent, openContent } from './features/content/live-content.ts';
import { SiteRenderer } from './features/content/site-renderer.ts';
import { doctorCommand } from './features/diagnostics/control.ts';
import { newerTablesWarning } from './features/diagnostics/newer-tables.ts';
import { diagnosticsDepsOf } from './features/diagnostics/routes.ts';
import { MailSignal } from './features/emails/mail-signal.ts';
import { startSender } from './features/emails/sender.ts';
import { factsContent, factsIn } from './features/facts/kinds.ts';
import { withOwnerMailbox } from './features/facts/owner-mailbox.ts';
import { watchSpecialHours } from './features/facts/special-hours.ts';
import { followTimeZone } from './features/facts/time-zone.ts';
import { buildCarrier } from './features/labels/build.ts';
import { resumeLabels } from './features/labels/service.ts';
import { forgetOldChanges } from './features/live/service.ts';
import { forgetOldPictures } from './features/media/service.ts';
import { findBuyerMailbox } from './features/orders/service.ts';
import { foldFigures } from './features/orders/stats.ts';
import { buildPayments } from './features/payments/build.ts';
import { placeContent } from './features/places/kinds.ts';
import { partnersOf, policyContent, refundRuleIn } from './features/policies/pages.ts';
import { DeclineWatch } from './features/settlement/decline-watch.ts';
import { startReconciliation } from './features/settlement/reconcile.ts';
import { buildRates } from './features/shipping/build.ts';
import { shippingContent, shippingRulesIn } from './features/shipping/rules.ts';
import { followStores } from './features/stores/stores-in-page.ts';
import { STORY_HISTORY, storyContent, storySlugs } from './features/stories/pages.ts';
import { buildTaxes } from './features/tax/build.ts';
import { watchTaxMeter } from './features/tax/meter.ts';
import { resumeTaxRecords } from './features/tax/records.ts';
import { faqContent } from './features/texts/faq.ts';
import { changedTextIn, changedTexts } from './features/texts/pages.ts';
import { findInquirerMailbox } from './features/wholesale/service.ts';
import { createLogger } from './log.ts';
import { LogOutput } from './log-output.ts';
import { createMetrics } from './metrics.ts';
import { watchParent } from './parent-process.ts';
import { openControlSocket } from './plugins/control-socket.ts';
import { emptySite, loadSite } from './plugins/site-files.ts';
import { explainStartFailure } from './start-failure.ts';
import { startFailureLine, startLines } from './start-lines.ts';

const STOP_LIMIT_MS = 9_000;
const DIST = fileURLToPath(new URL('../dist', import.meta.url));

/** As soon as it is known. */
let isProduction = false;

async function main(): Promise<void> {
  // Files of the shop are only for its own user. A umask is per process, so PGlite's thread cannot set it.
  process.umask(0o077);
  loadEnvFile();
  const config = readConfig(process.env, facts);
  isProduction = config.production;
  // Its getter makes a full pipe answer at once; without that, a write waits for whoever reads.
  void process.stdout;
  const log = createLogger(config.logLevel, new LogOutput(1));
  const say = startLines(isProduction);
  // An uncaught error leaves the process in an unknown state: log it, exit, and let the supervisor restart.
  const fatal = (error: unknown) => {
    log.fatal({ err: error }, 'ending: an error that nothing caught');
    process.exit(1);
  };
  process.on('uncaughtException', fatal);
  process.on('unhandledRejection', fatal);
  const opening = connectDatabase({
    databaseUrl: config.databaseUrl,
    dataDir: config.dataDir,
    poolSize: config.databaseConnections - BESIDE_POOL,
    onError: (error) => log.warn({ err: error }, 'a database connection broke'),
    onReadOnly: () =>
      log.error({ event: 'database_read_only' }, 'the database takes no changes; its connections are replaced'),
    onEnd: fatal,
    onNote: (words) => say('database', words),
  });
  const partners = partnersOf(config);
  // Runs while the database opens in its thread.
  const site = config.isDevServer ? emptySite() : loadSite(DIST, config.publicUrl, partners.join('-'));
  const connection = await opening;
  const { db } = connection;
  const renderer = config.isDevServer
    ? null
    : SiteRenderer.open({ db, clock: systemClock, log, site }, join(DIST, 'render'), {
        publicUrl: config.publicUrl,
        partners,
      });
  const contentOf = (
    snapshot: ContentSnapshot,
    history: readonly RevisionChange[],
    changedOn: Readonly<Record<string, string>>,
  ) => {
    const site = SITE_PAGES.contentOf(snapshot, history);
    const texts = changedTexts(snapshot);
    const own = (key: string, language: Language) => texts[key]?.[language];
    const shown = {
      products: site.products,
      ...shippingContent(snapshot, site.products, own, partners.includes('shippo')),
    };
    return {
      ...site,
      ...shown,
      ...policyContent(snapshot, { partners, products: site.products, own }),
      ...factsContent(snapshot),
      ...faqContent(snapshot, shown),
      ...storyContent(snapshot),
      ...placeContent(snapshot),
      knownSlugs: { ...site.knownSlugs, stories: storySlugs(history) },
      changedTexts: texts,
      changedOn,
    };
  };
  const content = await openContent(
    db,
    log,
    renderer && { renderer, clock: systemClock, remembered: [SITE_PAGES.remembered, STORY_HISTORY], contentOf },
  );
  const currentFacts = factsIn(content);
  const base = {
    db,
    config: withOwnerMailbox(config, currentFacts),
    clock: systemClock,
    log,
    metrics: createMetrics(),
    mailSignal: new MailSignal(),
    content,
    catalogue: catalogueOf(content),
    refundRule: refundRuleIn(content, changedTextIn(content)),
    shippingRules: shippingRulesIn(content),
    facts: currentFacts,
    changedText: changedTextIn(content),
  };
  const deps = {
    ...base,
    connection,
    payments: await buildPayments(base),
    rates: buildRates(base),
    taxes: await buildTaxes(base),
    carrier: buildCarrier(base),
    declines: new DeclineWatch(),
  };
  const timeZone = followTimeZone(deps);
  await timeZone.count();
  const firstPassword = await prepareAdminPassword(deps);
  // Shown immediately: if the start failed after this, nobody would ever see it.
  if (firstPassword) {
    say('password', `${firstPassword} opens /admin; kept as a hash, so this is the only time that it is shown`);
  }
  const app = await buildApp({ ...deps, site });
  /** Background work; each finishes its current item and stops. */
  const background: Background[] = [['time zone', timeZone]];
  const stop = once(async (signal: string) => {
    app.log.info(`stopping (${signal})`);
    const running = new Set<string>();
    const end = async (name: string, ended: Promise<void>) => {
      running.add(name);
      await ended;
      running.delete(name);
    };
    setTimeout(() => {
      app.log.error({ running: [...running] }, 'ending by force: something did not stop');
      process.exit(1);
    }, STOP_LIMIT_MS).unref();
    await Promise.all([end('requests', app.close()), ...background.map(([name, work]) => end(name, work.stop()))]);
    await end('database', connection.close());
    process.exit(0);
  });
  process.on('SIGTERM', () => void stop('SIGTERM'));
  process.on('SIGINT', () => void stop('SIGINT'));
  if (config.isRunByNpm) watchParent(() => void stop('npm ended'));
  try {
    await app.listen({ port: config.port, host: config.host });
  } catch (error) {
    await connection.close();
    throw error;
  }
  await startBackground({ ...deps, site }, background, timeZone.count);
  sayState(say, deps, app.server.address() as AddressInfo);
  const warning = await newerTablesWarning(deps);
  if (warning) {
    say('tables', warning);
    log.warn({ event: 'newer_tables' }, 'a newer version has changed the tables');
  }
}

type Background = [name: string, work: { stop(): Promise<void> }];

/** Starts the work beside the requests. Each part is added to `background` at once, so that a stop meanwhile ends it. */
async function startBackground(deps: AppDeps, background: Background[], countDays: () => Promise<void>): Promise<void> {
  const { config, connection, log } = deps;
  // PGlite has no other instance that could publish.
  if (connection.engine === 'postgres') background.push(['content', followContent(deps)]);
  background.push(['stock', watchStock(deps)]);
  background.push(['stores', followStores(deps)]);
  background.push(['special hours', watchSpecialHours(deps)]);
  const lookAtTaxMeter = watchTaxMeter(deps);
  background.push([
    'reconciliation',
    startReconciliation(deps, async () => {
      await resumeLabels(deps);
      await resumeTaxRecords(deps);
      await forgetExpired(deps);
      await forgetOldChanges(deps);
      await forgetOldPictures(deps);
      await lookAtTaxMeter();
      await countDays();
      await foldFigures(deps);
    }),
  ]);
  background.push([
    'control socket',
    await openControlSocket(
      { ...config, log },
      {
        ...doctorCommand(diagnosticsDepsOf(deps)),
        ...passwordCommand(deps),
        ...backupCommand(log, (path, options) => writeBackup(connection, path, options)),
      },
    ),
  ]);
  if (config.backup) background.push(['backup', startNightlyBackup({ ...deps, folder: config.backup })]);
  if (config.smtp) {
    const { createSmtpTransport } = await import('./features/emails/smtp-sender.ts');
    const { db } = deps;
    const sender = {
      ...deps,
      findBuyer: (orderId: string) => findBuyerMailbox(db, orderId),
      findInquirer: (inquiryId: string) => findInquirerMailbox(db, inquiryId),
    };
    background.push(['mail', startSender(sender, createSmtpTransport({ ...config, smtp: config.smtp }))]);
  }
}

/** Prints which parts are in use, and where the shop answers. */
function sayState(
  say: ReturnType<typeof startLines>,
  { connection, config }: Pick<AppDeps, 'connection' | 'config'>,
  { port }: AddressInfo,
): void {
  say('database', connection.engine === 'pglite' ? `PGlite in ${config.dataDir}` : 'PostgreSQL (DATABASE_URL)');
  say('payment', config.stripe ? 'Stripe' : 'sandbox: no card is charged');
  say('rates', config.shippo ? 'Shippo' : `built-in table from ${facts.address.city}`);
  say('mail', config.smtp ? 'SMTP' : 'kept in the outbox, readable in the admin');
  const address = config.isDevServer ? config.publicUrl : `http://localhost:${port}`;
  say('backup', config.backup ? `each night into ${config.backup.folder}` : 'none by itself: set BACKUP_DIR');
  if (config.publicUrl !== `http://localhost:${config.port}` && config.publicUrl !== address) {
    say('public', config.publicUrl);
  }
  say('open', address);
}

function once<A extends unknown[]>(work: (...args: A) => Promise<void>): (...args: A) => Promise<void> {
  let running: Promise<void> | null = null;
  return (...args) => (running ??= work(...args));
}

try {
  await main();
} catch (error) {
  const known = explainStartFailure(error);
  const [words, trace] = known === null ? [String(error), inspect(error)] : [known];
  console.error(startFailureLine(error instanceof ConfigError ? error.isProduction : isProduction, words, trace));
  process.exit(1);
}
