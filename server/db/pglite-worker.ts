import { setFlagsFromString } from 'node:v8';
import { parentPort, workerData } from 'node:worker_threads';
import { createWriteGate } from './lock-proof.ts';
import { guardWrites } from './write-guard.ts';

// V8's optimizing compiler takes half a gigabyte and as many milliseconds for the largest of PostgreSQL's functions, and
// keeps 90 MB of what it makes. A shop's queries are as fast without it, a long sum half as fast again.
for (const flag of ['--liftoff-only', '--no-wasm-tier-up', '--no-wasm-dynamic-tiering']) setFlagsFromString(flag);

const proveLock = createWriteGate(workerData.lock);
guardWrites(proveLock);
// Only now: it takes the functions of node:fs as it finds them.
const { PGlite, types } = await import('@electric-sql/pglite');

// Drizzle wants dates as the text that PostgreSQL writes and parses them itself.
const asText = (value: string) => value;
const db = await PGlite.create(workerData.folder, {
  parsers: {
    [types.TIMESTAMP]: asText,
    [types.TIMESTAMPTZ]: asText,
    [types.INTERVAL]: asText,
    [types.DATE]: asText,
  },
});

type Call = { id: number; sql: string; params: unknown[]; rowMode?: 'array' | 'object'; close: boolean };

async function answer({ id, sql, params, rowMode, close }: Call): Promise<void> {
  try {
    if (close) {
      await db.close();
      parentPort?.postMessage({ id });
      return;
    }
    proveLock();
    const { rows, fields, affectedRows } = await db.query(sql, params, { rowMode });
    proveLock();
    parentPort?.postMessage({ id, results: { rows, fields, affectedRows } });
  } catch (error) {
    const { message, code, detail, constraint } = error as Error & Record<string, string>;
    parentPort?.postMessage({ id, error: { message, code, detail, constraint } });
  }
}

// One after the other in the order in which they came: a transaction's first statement comes behind the queries that were
// sent before it.
let queue = Promise.resolve();
parentPort?.on('message', (call: Call) => {
  queue = queue.then(() => answer(call));
});
