import * as z from 'zod/mini';
import type { BaseDeps } from '#server/deps.ts';
import { askControlSocket, CommandError, type ControlCommand } from '#server/plugins/control-socket.ts';
import { setPasswordHash } from './credentials.ts';
import { isPasswordHash } from './password.ts';

const CALL = 'admin-password';
const orderSchema = z.object({ hash: z.string().check(z.refine(isPasswordHash)) });

/**
 * Lets `npm run admin:password` set the password in the running shop, the only process that can write an embedded
 * database.
 */
export function passwordCommand(
  deps: Pick<BaseDeps, 'db' | 'clock' | 'config' | 'log'>,
): Record<typeof CALL, ControlCommand> {
  return {
    [CALL]: async (order) => {
      const parsed = z.safeParse(orderSchema, order);
      if (!parsed.success) throw new CommandError();
      const { password, passwordHash } = deps.config.admin;
      if (password !== undefined || passwordHash !== undefined) {
        throw new Error('it was started with ADMIN_PASSWORD or ADMIN_PASSWORD_HASH, which would go on counting');
      }
      await setPasswordHash(deps, parsed.data.hash);
      deps.log.info({ event: 'password_set' }, 'npm run admin:password set the password; every session has ended');
      return {};
    },
  };
}

/**
 * Asks the shop that runs on this data folder.
 *
 * @returns why it was refused, `null` when it is set; `undefined` when no shop answers
 * @throws Error when the shop ends before it has answered
 */
export async function askShopForPassword(dataDir: string, hash: string): Promise<string | null | undefined> {
  const answer = await askControlSocket(dataDir, CALL, { hash });
  if (answer === null) return undefined;
  return answer.status === 200 ? null : String((answer.body as { message?: string }).message);
}
