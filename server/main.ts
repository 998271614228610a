import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inspect } from 'node:util';
import { facts } from '#brand/facts.ts';
import { type Config, ConfigError, type FirstConfig, loadEnvFile, readFirstConfig } from './config.ts';
import { BESIDE_POOL, type Connection, connectDatabase } from './db/connect.ts';
import type { Logger } from './deps.ts';
import { prepareAdminPassword } from './features/admin/credentials.ts';
import { newerTablesWarning } from './features/diagnostics/newer-tables.ts';
import { partnersOf } from './features/policies/pages.ts';
import { createLogger } from './log.ts';
import { LogOutput } from './log-output.ts';
import { emptySite, loadSite, type Site } from './plugins/pages/site-files.ts';
import { RunningShop } from './running-shop.ts';
import { endOnUncaught, stopOnSignals } from './shutdown.ts';
import { explainStartFailure } from './start-failure.ts';
import { sayState, startFailureLine, startLines } from './start-lines.ts';

const DIST = fileURLToPath(new URL('../dist', import.meta.url));

/** Set once the settings are read. */
let isProduction = false;

async function main(): Promise<void> {
  // The shop's files are private to its own user. The umask is per process, so PGlite's thread cannot set it.
  process.umask(0o077);
  loadEnvFile();
  const env = { ...process.env };
  const first = readFirstConfig(env, facts);
  isProduction = first.production;
  // Reading it makes writes to a full pipe fail at once instead of blocking until somebody reads.
  void process.stdout;
  const log = createLogger(first.logLevel, new LogOutput(1));
  const say = startLines(isProduction);
  const opening = openDatabase(first, { log, say, onEnd: endOnUncaught(log) });
  const siteOf = sitesFrom(first);
  const connection = await opening;
  const renderFolder = first.isDevServer ? null : join(DIST, 'render');
  const shop = new RunningShop({ env, first, connection, log, siteOf, renderFolder });
  try {
    const { deps } = await shop.open();
    await deps.timeZone.count();
    const firstPassword = await prepareAdminPassword(deps);
    // Shown at once: if the start failed after this, the password would be lost.
    if (firstPassword) {
      say('password', `${firstPassword} opens /admin; kept as a hash, so this is the only time that it is shown`);
    }
    stopOnSignals((end) => shop.close(end), { connection, log, isRunByNpm: first.isRunByNpm });
    await shop.listen(deps.config);
    await shop.startBackground();
    sayState(say, deps, shop.address);
    const warning = await newerTablesWarning(deps);
    if (warning) {
      say('tables', warning);
      log.warn({ event: 'newer_tables' }, 'a newer version has changed the tables');
    }
  } catch (error) {
    await connection.close();
    throw error;
  }
}

/** @returns the built site for a configuration; that of the environment is read while the database opens */
function sitesFrom(first: FirstConfig): (config: SiteConfig) => Site {
  const load = (config: SiteConfig) => loadSite(DIST, config.publicUrl, partnersOf(config).join('-'));
  const nameOf = (config: SiteConfig) => [config.publicUrl, ...partnersOf(config)].join(' ');
  if (first.isDevServer) return emptySite;
  let early: Site | null = load(first);
  return (config) => {
    const site = early !== null && nameOf(config) === nameOf(first) ? early : load(config);
    // Each shop changes its own.
    early = null;
    return site;
  };
}

type SiteConfig = Pick<Config, 'publicUrl' | 'stripe' | 'shippo' | 'smtp'>;

function openDatabase(
  config: FirstConfig,
  { log, say, onEnd }: { log: Logger; say: ReturnType<typeof startLines>; onEnd: (error: Error) => void },
): Promise<Connection> {
  return connectDatabase({
    databaseUrl: config.databaseUrl,
    dataDir: config.dataDir,
    poolSize: config.databaseConnections - BESIDE_POOL,
    onError: (error) => log.warn({ err: error }, 'a database connection broke'),
    onReadOnly: () =>
      log.error({ event: 'database_read_only' }, 'the database takes no changes; its connections are replaced'),
    onEnd,
    onNote: (words) => say('database', words),
  });
}

try {
  await main();
} catch (error) {
  const known = explainStartFailure(error);
  const [words, trace] = known === null ? [String(error), inspect(error)] : [known];
  console.error(startFailureLine(error instanceof ConfigError ? error.isProduction : isProduction, words, trace));
  process.exit(1);
}
