import './my-brand.ts';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { facts } from '#brand/facts.ts';
import { type Config, ConfigError, loadEnvFile, readConfig } from '#server/config.ts';
import { type Connection, connectDatabase } from '#server/db/connect.ts';
import { systemClock } from '#server/deps.ts';
import type { CheckResult, DatabaseView } from '#server/features/diagnostics/check-result.ts';
import { runChecks } from '#server/features/diagnostics/checks.ts';
import { askRunningShop } from '#server/features/diagnostics/control.ts';
import { closedDatabase, NoDatabaseError } from '#server/features/diagnostics/database-check.ts';
import { describeResult, resultsHeading } from '#server/features/diagnostics/words.ts';

// Checks the settings and the outside services, changes nothing, and prints for each check in one line what is missing
// and how to fix it. Exits with 1 when it found an error.

async function main(): Promise<void> {
  process.umask(0o077);
  loadEnvFile();
  const config = readConfig(process.env, facts);
  const language = config.ownerLanguage;
  const asked = await askRunningShop(config.dataDir);
  const results = asked ?? (await lookFromHere(config));
  console.log(resultsHeading(asked !== null, language));
  for (const result of results) {
    const { state, title, text, todo } = describeResult(result, language);
    console.log([state.padEnd(8), title.padEnd(20), [text, todo].filter(Boolean).join(' ')].join(' '));
  }
  if (results.some(({ state }) => state === 'fault')) process.exitCode = 1;
}

async function lookFromHere(config: Config): Promise<CheckResult[]> {
  let connection: Connection | null = null;
  let database: DatabaseView;
  try {
    const { databaseUrl, dataDir } = config;
    if (databaseUrl === undefined && !existsSync(join(dataDir, 'pglite', 'PG_VERSION'))) throw new NoDatabaseError();
    connection = await connectDatabase({ databaseUrl, dataDir, poolSize: 2, isMaintenance: true });
    database = { isOpen: true, db: connection.db, engine: connection.engine };
  } catch (error) {
    database = closedDatabase(error);
  }
  try {
    return await runChecks({ config, clock: systemClock, database });
  } finally {
    await connection?.close();
  }
}

try {
  await main();
} catch (error) {
  if (!(error instanceof ConfigError)) throw error;
  for (const fault of error.faults) console.log(`${'fault'.padEnd(8)} ${'Settings'.padEnd(20)} ${fault}`);
  process.exitCode = 1;
}
