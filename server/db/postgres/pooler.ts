import type { Ask } from '../completeness.ts';

/** A pooler in front of the database lends its connections for one transaction at a time. */
export class SharedConnectionError extends Error {
  override readonly name = 'SharedConnectionError';

  constructor() {
    super(
      'DATABASE_URL leads to a pooler in transaction mode, and the locks, time limits and prepared statements of the shop belong to a connection. Set pool_mode = session for its database there, or give the address of PostgreSQL itself.',
    );
  }
}

const ROUNDS = 3;

/**
 * Detects a pooler in transaction or statement mode: two clients connected at the same time then reach one server
 * process, or one client reaches several. PgBouncer reuses the last process first, so an idle one is detected in the
 * first round.
 *
 * @param ask each sends a statement on its own connection
 * @throws SharedConnectionError
 */
export async function requireOwnConnections(ask: readonly [Ask, Ask]): Promise<void> {
  const seen = ask.map(() => new Set<number>());
  for (let round = 0; round < ROUNDS; round++) {
    for (const [i, send] of ask.entries()) {
      const { rows } = (await send('select pg_backend_pid() as pid')) as { rows: { pid: number }[] };
      for (const { pid } of rows) seen[i]?.add(pid);
    }
  }
  const all = new Set(seen.flatMap((pids) => [...pids]));
  if (all.size !== ask.length || seen.some(({ size }) => size !== 1)) throw new SharedConnectionError();
}
