import type { Writable } from 'node:stream';

/**
 * Writes the lines of a start: two columns for a person; in production JSON, as every line of the log is. They do not depend
 * on LOG_LEVEL: one of them has the first password.
 */
export function startLines(isProduction: boolean, out: Pick<Writable, 'write'> = process.stdout) {
  return (part: string, words: string): void => {
    const line = isProduction
      ? JSON.stringify({ level: 30, time: Date.now(), event: 'start', part, msg: words })
      : `${part.padEnd(10)} ${words}`;
    out.write(`${line}\n`);
  };
}

/** The same for the reason why a start failed; `trace` is of an error that nobody expected. */
export function startFailureLine(isProduction: boolean, words: string, trace?: string): string {
  if (!isProduction) return trace ?? words;
  return JSON.stringify({ level: 60, time: Date.now(), event: 'start_failed', msg: words, trace });
}
