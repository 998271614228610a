import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inspect } from 'node:util';
import { facts } from '#brand/facts.ts';
import { buildApp } from './app.ts';
import { type Background, startBackground } from './background.ts';
import { buildDeps } from './build-deps.ts';
import { type Config, ConfigError, loadEnvFile, readConfig } from './config.ts';
import { BESIDE_POOL, type Connection, connectDatabase } from './db/connect.ts';
import { type Logger, systemClock } from './deps.ts';
import { prepareAdminPassword } from './features/admin/credentials.ts';
import { newerTablesWarning } from './features/diagnostics/newer-tables.ts';
import { partnersOf } from './features/policies/pages.ts';
import { createLogger } from './log.ts';
import { LogOutput } from './log-output.ts';
import { emptySite, loadSite } from './plugins/pages/site-files.ts';
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
  const config = readConfig(process.env, facts);
  isProduction = config.production;
  // Reading it makes writes to a full pipe fail at once instead of blocking until somebody reads.
  void process.stdout;
  const log = createLogger(config.logLevel, new LogOutput(1));
  const say = startLines(isProduction);
  const opening = openDatabase(config, { log, say, onEnd: endOnUncaught(log) });
  // In the meantime the database opens in its thread.
  const site = config.isDevServer ? emptySite() : loadSite(DIST, config.publicUrl, partnersOf(config).join('-'));
  const connection = await opening;
  const renderFolder = config.isDevServer ? null : join(DIST, 'render');
  const deps = await buildDeps({ config, connection, clock: systemClock, log, site, renderFolder });
  await deps.timeZone.count();
  const firstPassword = await prepareAdminPassword(deps);
  // Shown at once: if the start failed after this, the password would be lost.
  if (firstPassword) {
    say('password', `${firstPassword} opens /admin; kept as a hash, so this is the only time that it is shown`);
  }
  const app = await buildApp(deps);
  const background: Background[] = [];
  stopOnSignals(app, background, deps);
  try {
    await app.listen({ port: config.port, host: config.host });
  } catch (error) {
    await connection.close();
    throw error;
  }
  await startBackground(deps, background);
  sayState(say, deps, app.server.address() as AddressInfo);
  const warning = await newerTablesWarning(deps);
  if (warning) {
    say('tables', warning);
    log.warn({ event: 'newer_tables' }, 'a newer version has changed the tables');
  }
}

function openDatabase(
  config: Config,
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
