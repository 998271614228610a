import type pg from 'pg';

/** PostgreSQL's code for a write on a standby, or in a read-only database. */
const READ_ONLY = '25006';
export const ASK_READ_ONLY = `select current_setting('transaction_read_only') = 'on' as is_read_only`;
/** The shortest time between two replacements of all connections. */
const REPLACE_MS = 1_000;

/** The database answers, but refuses writes. */
export class ReadOnlyDatabaseError extends Error {
  override readonly name = 'ReadOnlyDatabaseError';
  readonly code = READ_ONLY;

  constructor() {
    super('the database takes no changes');
  }
}

/** @throws ReadOnlyDatabaseError */
export async function requireWritable(ask: (statement: string) => Promise<{ rows: unknown[] }>): Promise<void> {
  const { rows } = await ask(ASK_READ_ONLY);
  if ((rows[0] as { is_read_only: boolean }).is_read_only) throw new ReadOnlyDatabaseError();
}

/** Whether the error, or one of its causes, is a refused write. */
export function isReadOnlyError(error: unknown): boolean {
  for (let e = error; e instanceof Error; e = e.cause) {
    if ((e as NodeJS.ErrnoException).code === READ_ONLY) return true;
  }
  return false;
}

/**
 * Replaces all connections of a pool when a write on one of them is refused as read-only. After a failover they still
 * lead to the former primary, where reads succeed, while new connections reach the current one.
 *
 * @param onFound called at most once a second
 * @returns does the same when another caller has detected it
 */
export function replaceReadOnly(pool: pg.Pool, onFound: () => void): () => void {
  const open = new Set<pg.PoolClient>();
  const former = new WeakSet<pg.PoolClient>();
  let lastMs = Number.NEGATIVE_INFINITY;
  const replace = () => {
    const now = performance.now();
    if (now - lastMs < REPLACE_MS) return;
    lastMs = now;
    for (const client of open) former.add(client);
    onFound();
    const idle = Array.from({ length: pool.idleCount }, () => pool.connect());
    for (const taken of idle) void taken.then((client) => client.release(former.has(client))).catch(() => {});
  };
  pool.on('connect', (client) => open.add(client));
  pool.on('remove', (client) => open.delete(client));
  pool.on('release', (error, client) => {
    if (isReadOnlyError(error)) replace();
    // After this event the pool checks whether the client is ending, and then does not keep it.
    else if (former.has(client)) void (client as unknown as pg.Client).end();
  });
  return replace;
}
