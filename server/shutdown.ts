import type { Connection } from './db/connect.ts';
import type { Logger } from './deps.ts';
import { watchParent } from './parent-process.ts';

const STOP_LIMIT_MS = 9_000;

/** An uncaught error leaves the process in an unknown state: it is logged, and the supervisor restarts the process. */
export function endOnUncaught(log: Logger): (error: unknown) => void {
  const fatal = (error: unknown) => {
    log.fatal({ err: error }, 'ending: an error that nothing caught');
    process.exit(1);
  };
  process.on('uncaughtException', fatal);
  process.on('unhandledRejection', fatal);
  return fatal;
}

/** Ends a part of the shop; its name is logged if it does not end. */
export type EndPart = (name: string, ended: Promise<unknown>) => Promise<void>;

/**
 * At a signal, ends requests and background work, then the database and the process.
 *
 * @param close ends requests and background work
 */
export function stopOnSignals(
  close: (end: EndPart) => Promise<unknown>,
  { connection, log, isRunByNpm }: { connection: Pick<Connection, 'close'>; log: Logger; isRunByNpm: boolean },
): void {
  const stop = once(async (signal: string) => {
    log.info(`stopping (${signal})`);
    const running = new Set<string>();
    const end: EndPart = async (name, ended) => {
      running.add(name);
      await ended;
      running.delete(name);
    };
    setTimeout(() => {
      log.error({ running: [...running] }, 'ending by force: something did not stop');
      process.exit(1);
    }, STOP_LIMIT_MS).unref();
    await close(end);
    await end('database', connection.close());
    process.exit(0);
  });
  process.on('SIGTERM', () => void stop('SIGTERM'));
  process.on('SIGINT', () => void stop('SIGINT'));
  if (isRunByNpm) watchParent(() => void stop('npm ended'));
}

function once<A extends unknown[]>(work: (...args: A) => Promise<void>): (...args: A) => Promise<void> {
  let running: Promise<void> | null = null;
  return (...args) => (running ??= work(...args));
}
