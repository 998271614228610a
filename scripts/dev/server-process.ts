import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';

/** A first start on a small, busy machine has taken a minute and a half. */
const START_LIMIT_MS = 240_000;
const RETRY_MS = 50;

/** The shop's server as a child process. */
export type ServerProcess = {
  /** Stops the running server, if any, and starts it. Concurrent calls are combined into one restart. */
  restart(): void;
  /** Resolves to true when the server answers; to false when it ended, or did not answer within four minutes. */
  whenReady(): Promise<boolean>;
  stop(signal: NodeJS.Signals): Promise<void>;
};

/** @param program file for Node to run, relative to the working folder */
export function manageServer(program: string, port: number, env: NodeJS.ProcessEnv): ServerProcess {
  let child: ChildProcess | null = null;
  let isQueued = false;
  let work: Promise<boolean> = Promise.resolve(false);

  const restart = () => {
    if (isQueued) return;
    isQueued = true;
    work = work.then(async () => {
      isQueued = false;
      await end(child, 'SIGTERM');
      child = spawn(process.execPath, [program], { stdio: 'inherit', env: { ...env, PORT: String(port) } });
      return untilAnswers(child, `http://127.0.0.1:${port}/healthz`);
    });
  };
  return {
    restart,
    whenReady: () => work,
    stop: async (signal) => {
      isQueued = true;
      await end(child, signal);
    },
  };
}

async function end(child: ChildProcess | null, signal: NodeJS.Signals): Promise<void> {
  if (!child || hasEnded(child)) return;
  const ended = new Promise((done) => child.once('exit', done));
  child.kill(signal);
  await ended;
}

const hasEnded = (child: ChildProcess) => child.exitCode !== null || child.signalCode !== null;

async function untilAnswers(child: ChildProcess, url: string): Promise<boolean> {
  const limit = performance.now() + START_LIMIT_MS;
  while (performance.now() < limit && !hasEnded(child)) {
    const isUp = await fetch(url).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isUp) return true;
    await pause(RETRY_MS);
  }
  return false;
}
