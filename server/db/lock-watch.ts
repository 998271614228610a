import { sql } from 'drizzle-orm';
import type { Executor } from './connect.ts';
import { rowsOf } from './migration-state.ts';

const LOOK_MS = 2_000;

type Blocker = { pid: number; who: string; state: string | null };

/**
 * Reports which PostgreSQL session keeps a transaction waiting for a lock, once for each. It queries on another
 * connection, so create it outside of the transaction.
 */
export function watchLocks(
  db: Executor,
  onNote: (words: string) => void,
): { follow(tx: Executor): Promise<void>; stop(): void } {
  const told = new Set<number>();
  let waiting: number | undefined;
  const look = async () => {
    if (waiting === undefined) return;
    const blockers = await rowsOf<Blocker>(
      db,
      sql`select pid, coalesce(nullif(application_name, ''), usename::text, 'another program') as who, state
        from pg_stat_activity where pid = any(pg_blocking_pids(${waiting}))`,
    );
    for (const { pid, who, state } of blockers) {
      if (told.has(pid)) continue;
      told.add(pid);
      const details = [`process ${pid}`, ...(state ? [state] : [])].join(', ');
      onNote(`waiting for ${who} (${details}), which uses this database; end it, or wait until it has ended`);
    }
  };
  const timer = setInterval(() => void look().catch(() => {}), LOOK_MS).unref();
  return {
    follow: async (tx) => {
      const [row] = await rowsOf<{ pid: number }>(tx, sql`select pg_backend_pid() as pid`);
      waiting = row?.pid;
    },
    stop: () => clearInterval(timer),
  };
}
