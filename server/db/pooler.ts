import type { Ask } from './completeness.ts';

/** A pooler before the database lends its connections for one transaction at a time. */
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
 * Tells a pooler in transaction or statement mode: two clients that are connected at the same time then meet one process of
 * the server, or one client meets several. PgBouncer hands out the process that was used last, so that a quiet one shows it in
 * the first round.
 *
 * @param ask each sends a statement by a connection of its own
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
