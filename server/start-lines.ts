import type { AddressInfo } from 'node:net';
import type { Writable } from 'node:stream';
import { facts } from '#brand/facts.ts';
import type { Config } from './config.ts';
import type { Connection } from './db/connect.ts';

/**
 * Writes the lines of a start: two columns for a person, JSON in production like every log line. They ignore LOG_LEVEL,
 * because one of them has the first password.
 */
export function startLines(isProduction: boolean, out: Pick<Writable, 'write'> = process.stdout) {
  return (part: string, words: string): void => {
    const line = isProduction
      ? JSON.stringify({ level: 30, time: Date.now(), event: 'start', part, msg: words })
      : `${part.padEnd(10)} ${words}`;
    out.write(`${line}\n`);
  };
}

/** The same for the reason of a failed start; `trace` is that of an unexpected error. */
export function startFailureLine(isProduction: boolean, words: string, trace?: string): string {
  if (!isProduction) return trace ?? words;
  return JSON.stringify({ level: 60, time: Date.now(), event: 'start_failed', msg: words, trace });
}

/** Prints which parts are in use, and the shop's address. */
export function sayState(
  say: ReturnType<typeof startLines>,
  { connection, config }: { connection: Pick<Connection, 'engine'>; config: Config },
  { port }: AddressInfo,
): void {
  if (config.removed.length > 0) say('settings', `without effect, take them out: ${config.removed.join(', ')}`);
  say('database', connection.engine === 'pglite' ? `PGlite in ${config.dataDir}` : 'PostgreSQL (DATABASE_URL)');
  say('payment', config.stripe ? 'Stripe' : 'sandbox: no card is charged');
  say('rates', config.shippo ? 'Shippo' : `built-in table from ${facts.address.city}`);
  say('mail', config.smtp ? 'SMTP' : 'kept in the outbox, readable in the admin');
  const address = config.isDevServer ? config.publicUrl : `http://localhost:${port}`;
  say('backup', config.backup ? `each night into ${config.backup.folder}` : 'none by itself: set BACKUP_DIR');
  if (config.publicUrl !== `http://localhost:${config.port}` && config.publicUrl !== address) {
    say('public', config.publicUrl);
  }
  say('open', address);
}
