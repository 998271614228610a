import './my-brand.ts';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { facts } from '#brand/facts.ts';
import {
  ConfigError,
  type FirstConfig,
  loadEnvFile,
  readConfig,
  readFirstConfig,
  type StoredSettings,
} from '#server/config.ts';
import { tryDatabase } from '#server/db/abilities.ts';
import { type Connection, connectDatabase } from '#server/db/connect.ts';
import { systemClock } from '#server/deps.ts';
import type { CheckResult, DatabaseView } from '#server/features/diagnostics/check-result.ts';
import { runChecks } from '#server/features/diagnostics/checks.ts';
import { askRunningShop } from '#server/features/diagnostics/control.ts';
import { closedDatabase, NoDatabaseError } from '#server/features/diagnostics/database-check.ts';
import { describeResult, resultsHeading } from '#server/features/diagnostics/words.ts';
import { readStored, settingsOf } from '#server/features/shop-settings/stored.ts';

// Checks the settings and the outside services, changes nothing, and prints for each check in one line what is missing
// and how to fix it. Exits with 1 when it found an error.
// npm run doctor -- --database URL tries on another database what the shop needs, before it gets one.

async function main(): Promise<void> {
  process.umask(0o077);
  loadEnvFile();
  const { values } = parseArgs({ options: { database: { type: 'string' } } });
  const config = readFirstConfig(process.env, facts);
  if (values.database !== undefined) return print('database', await tryAbilities(values.database), config);
  const asked = await askRunningShop(config.dataDir);
  print(asked ? 'asked' : 'alone', asked ?? (await lookFromHere(config)), config);
}

/** PostgreSQL's code for a role that may not create a schema. */
const REFUSED = '42501';

type Result = Parameters<typeof describeResult>[0];

function print(
  from: Parameters<typeof resultsHeading>[0],
  results: readonly Result[],
  { ownerLanguage: language }: FirstConfig,
): void {
  console.log(resultsHeading(from, language));
  const described = results.map((result) => describeResult(result, language));
  const width = Math.max(20, ...described.map(({ title }) => title.length));
  for (const { state, title, text, todo } of described) {
    console.log([state.padEnd(8), title.padEnd(width), [text, todo].filter(Boolean).join(' ')].join(' '));
  }
  if (results.some(({ state }) => state === 'fault')) process.exitCode = 1;
}

async function tryAbilities(url: string): Promise<Result[]> {
  try {
    const abilities = await tryDatabase(url);
    return abilities.map(({ name, error }) => {
      const check = `ability_${name}`;
      if (error === null) return { check, state: 'ok', code: check };
      return { check, state: 'fault', code: `${check}_missing`, values: { error } };
    });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code !== REFUSED) return [closedDatabase(error).result];
    return [{ check: 'ability_tables', state: 'fault', code: 'ability_tables_missing', values: { error: message } }];
  }
}

async function lookFromHere(first: FirstConfig): Promise<CheckResult[]> {
  let connection: Connection | null = null;
  let database: DatabaseView;
  try {
    const { databaseUrl, dataDir } = first;
    if (databaseUrl === undefined && !existsSync(join(dataDir, 'pglite', 'PG_VERSION'))) throw new NoDatabaseError();
    connection = await connectDatabase({ databaseUrl, dataDir, poolSize: 2, isMaintenance: true });
    database = { isOpen: true, db: connection.db, engine: connection.engine };
  } catch (error) {
    database = closedDatabase(error);
  }
  try {
    const config = readConfig(process.env, facts, await storedSettings(first, connection));
    return await runChecks({ config, clock: systemClock, database });
  } finally {
    await connection?.close();
  }
}

/** Nothing while the database is closed, or has the tables of an earlier version. */
async function storedSettings(first: FirstConfig, connection: Connection | null): Promise<StoredSettings | undefined> {
  const stored = connection && (await readStored(connection.db, first).catch(() => null));
  return stored ? settingsOf(stored.groups, process.env) : undefined;
}

try {
  await main();
} catch (error) {
  if (!(error instanceof ConfigError)) throw error;
  for (const fault of error.faults) console.log(`${'fault'.padEnd(8)} ${'Settings'.padEnd(20)} ${fault}`);
  process.exitCode = 1;
}
