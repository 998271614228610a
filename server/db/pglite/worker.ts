import { setFlagsFromString } from 'node:v8';
import { parentPort, workerData } from 'node:worker_threads';
import { keepFilesPrivate } from '../data-folder/private-files.ts';
import { NOTHING_WRITTEN } from '../nothing-written.ts';
import { PgliteStatements } from './statements.ts';

// V8's optimizing compiler needs half a gigabyte and half a second for PostgreSQL's largest function, and keeps 90 MB of
// output. The shop's queries are as fast without it; a long aggregate takes 1.5 times as long.
for (const flag of ['--liftoff-only', '--no-wasm-tier-up', '--no-wasm-dynamic-tiering']) setFlagsFromString(flag);

keepFilesPrivate();
const { PGlite, types, protocol, parse } = await import('@electric-sql/pglite');

// Drizzle expects dates as PostgreSQL's text, and parses them itself.
const asText = (value: string) => value;
const db = await PGlite.create(workerData.folder, {
  // PostgreSQL's default page cache of 160 MB would stay resident; other pages come from the system's file cache.
  startParams: [...PGlite.defaultStartParams, '-c', 'shared_buffers=64MB'],
  parsers: {
    [types.TIMESTAMP]: asText,
    [types.TIMESTAMPTZ]: asText,
    [types.INTERVAL]: asText,
    [types.DATE]: asText,
  },
});

const statements = new PgliteStatements(db, { ...protocol, ...parse });

type Call = {
  id: number;
  sql: string;
  params: unknown[];
  /** Whether it is parsed only once (`prepareOnce`). */
  isKept: boolean;
  rowMode?: 'array' | 'object';
  /** The first statement of a transaction; it does not run if the transaction cannot begin. */
  begins: boolean;
  close: boolean;
};

/** PostgreSQL answers the `commit` of a transaction with a failed statement with "ROLLBACK", without an error. */
async function commit(): Promise<void> {
  const { messages } = await db.execProtocol(protocol.serialize.query('commit'));
  const isRolledBack = messages.some((message) => 'text' in message && message.text === 'ROLLBACK');
  if (isRolledBack) throw new Error(NOTHING_WRITTEN);
}

async function answer({ id, sql, params, isKept, rowMode, begins, close }: Call): Promise<void> {
  try {
    if (close) {
      await db.close();
      parentPort?.postMessage({ id });
      return;
    }
    if (begins) await db.query('begin');
    if (sql === 'commit') {
      await commit();
      parentPort?.postMessage({ id });
      return;
    }
    const work = isKept ? statements.run(sql, params, rowMode) : db.query(sql, params, { rowMode });
    const { rows, fields, affectedRows } = await work;
    parentPort?.postMessage({ id, results: { rows, fields, affectedRows } });
  } catch (error) {
    const { message, code, detail, constraint } = error as Error & Record<string, string>;
    parentPort?.postMessage({ id, error: { message, code, detail, constraint } });
  }
}

// Messages are handled in order of arrival: a transaction's first statement follows the queries sent before it.
let queue = Promise.resolve();
parentPort?.on('message', (call: Call) => {
  queue = queue.then(() => answer(call));
});
