import { isAbsolute } from 'node:path';
import * as z from 'zod/mini';
import type { Logger } from '#server/deps.ts';
import {
  askControlSocket,
  CommandError,
  type ControlAnswer,
  type ControlCommand,
} from '#server/plugins/control-socket.ts';
import type { WrittenBackup } from './dump.ts';
import { BackupError } from './format.ts';

const CALL = 'backup';
const orderSchema = z.object({ path: z.string(), writtenAt: z.iso.datetime() });

/**
 * Lets `npm run backup` request a backup from the running shop, the only process that can read its PGlite folder.
 *
 * @param write writes the backup to a path
 */
export function backupCommand(
  log: Logger,
  write: (path: string, options: { writtenAt: Date; signal: AbortSignal }) => Promise<WrittenBackup>,
): Record<typeof CALL, ControlCommand> {
  return {
    [CALL]: async (order, signal) => {
      const parsed = z.safeParse(orderSchema, order);
      if (!parsed.success || !isAbsolute(parsed.data.path)) throw new CommandError();
      const { path, writtenAt } = parsed.data;
      try {
        const written = await write(path, { writtenAt: new Date(writtenAt), signal });
        log.info({ event: 'backup', file: path, bytes: written.bytes }, 'a backup was asked for and written');
        return written;
      } catch (error) {
        log.error({ event: 'backup_failed', err: error }, 'a backup was asked for and failed');
        throw error;
      }
    },
  };
}

/** Asks the shop that runs on this data folder. @returns `null` when no shop answers */
export async function askShop(
  dataDir: string,
  { path, writtenAt }: { path: string; writtenAt: Date },
): Promise<WrittenBackup | null> {
  let answer: ControlAnswer | null;
  try {
    answer = await askControlSocket(dataDir, CALL, { path, writtenAt: writtenAt.toISOString() });
  } catch (error) {
    throw new BackupError(`The running shop ended before the backup was written (${(error as Error).message}).`);
  }
  if (answer === null) return null;
  if (answer.status !== 200) {
    throw new BackupError(
      `The running shop could not write the backup: ${(answer.body as { message?: string }).message}`,
    );
  }
  return answer.body as WrittenBackup;
}
