import type { BaseDeps } from '#server/deps.ts';
import { eachSecond } from '#server/each-second.ts';
import type { VisitCounter } from './counter.ts';
import { storeVisits } from './service.ts';

const PAUSE_MS = 3_000;

type Deps = Pick<BaseDeps, 'db' | 'log'> & { visits: VisitCounter };

/** Stores the counts every few seconds and when the shop stops. A killed process loses at most these seconds. */
export function startVisitWriter(deps: Deps, pauseMs = PAUSE_MS): { stop(): Promise<void> } {
  const onFault = (error: unknown) =>
    deps.log.warn({ event: 'visits_unwritten', err: error }, 'visits could not be written and wait for the database');
  const timer = eachSecond(() => writeVisits(deps), onFault, pauseMs);
  return {
    stop: async () => {
      await timer.stop();
      await writeVisits(deps).catch(onFault);
    },
  };
}

/** Stores the counts. If that fails, they wait for the next time; if only the answer was lost, they count twice. */
export async function writeVisits({ db, visits }: Deps): Promise<void> {
  const counts = visits.take();
  if (counts.length === 0) return;
  try {
    await storeVisits({ db }, counts);
  } catch (error) {
    visits.putBack(counts);
    throw error;
  }
}
