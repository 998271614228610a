const PAUSE_MS = 1_000;

/**
 * Runs work every second until it is stopped, one run at a time. A failed run does not change the schedule.
 *
 * @param onFault called once per streak of failures: the database may be away for an hour
 * @returns `stop`, which waits for a running one
 */
export function eachSecond(
  work: () => Promise<unknown>,
  onFault: (error: unknown) => void,
  pauseMs = PAUSE_MS,
): { stop(): Promise<void> } {
  let isStopped = false;
  let isUnwell = false;
  let running: Promise<void> | null = null;
  const run = async () => {
    try {
      await work();
      isUnwell = false;
    } catch (error) {
      if (!isUnwell && !isStopped) onFault(error);
      isUnwell = true;
    }
  };
  const timer = setInterval(() => {
    running ??= run().finally(() => {
      running = null;
    });
  }, pauseMs);
  timer.unref();
  return {
    stop: async () => {
      isStopped = true;
      clearInterval(timer);
      await running;
    },
  };
}
