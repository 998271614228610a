import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { closedDatabase } from '#server/features/diagnostics/database-check.ts';
import { explainStartFailure } from '#server/start-failure.ts';
import { type Engine, prepareEngineOn } from '#test/engine-base.ts';
import { startPooler } from '#test/stand-ins/pooler.ts';
import { connectDatabase } from '../connect.ts';
import { rowsOf } from '../migration-state.ts';

let engine: Engine;
let cleanUps: (() => Promise<unknown>)[];
beforeEach(async () => {
  engine = await prepareEngineOn(inject('base'));
  cleanUps = [];
});
afterEach(async () => {
  for (const cleanUp of cleanUps.reverse()) await cleanUp();
  await engine.remove();
});

async function open(mode: 'session' | 'transaction' | null, isMaintenance = false) {
  let databaseUrl = engine.options.env.DATABASE_URL ?? '';
  if (mode !== null) {
    const pooler = await startPooler(databaseUrl, mode);
    cleanUps.push(() => pooler.close());
    databaseUrl = pooler.url;
  }
  const connection = await connectDatabase({ databaseUrl, dataDir: '', transactionLimitMs: 4_000, isMaintenance });
  cleanUps.push(() => connection.close());
  return connection;
}

test.each(['session', null] as const)(
  'F22 behind a pooler that refuses start-up parameters (%s) each connection has its time limits',
  async (mode) => {
    const { db } = await open(mode);
    const limits = () =>
      rowsOf<{ pid: number; statement: string; idle: string }>(
        db,
        sql`select pg_backend_pid() as pid, current_setting('statement_timeout') as statement,
          current_setting('idle_in_transaction_session_timeout') as idle, pg_sleep(0.2)`,
      );
    const found = (await Promise.all([limits(), limits(), limits()])).flat();
    expect(new Set(found.map(({ pid }) => pid)).size).toBe(3);
    expect(found.map(({ statement, idle }) => [statement, idle])).toEqual(Array(3).fill(['10s', '4s']));
  },
);

test.each([false, true])(
  'F22 a pooler in transaction mode is refused in one line (for maintenance: %s)',
  async (isMaintenance) => {
    const error = await open('transaction', isMaintenance).catch((reason: unknown) => reason);
    expect(explainStartFailure(error)).toMatch(/transaction mode, .*Set pool_mode = session/);
    expect(closedDatabase(error).result).toMatchObject({ state: 'fault', code: 'database_pooled' });
  },
);
