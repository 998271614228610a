import { createHash, randomBytes } from 'node:crypto';
import type { Executor } from '#server/db/connect.ts';
import { enqueueEmails, type OutboxDeps } from '#server/features/emails/outbox.ts';
import type { Caller } from './device.ts';
import { takeDeviceMail } from './login-throttle.ts';
import { accountMail } from './mailbox.ts';
import { addDevice, holdPerson, touchDevice } from './repository.ts';

/** How many devices are kept for one person; the least recently used is forgotten first. */
const MAX_DEVICES = 20;

/**
 * Remembers the browser in which a person signs in, by its device cookie, and mails them when it is a new one. The
 * first browser of all is not mailed, nor anything without a mail server. Call it in the transaction of the login.
 *
 * The browser's name and network are not enough: anybody on the shop's Wi-Fi has the network, and can copy the name.
 *
 * @param isTold `true` where another mail of this transaction names the device
 * @returns whether the person exists; the row is locked until the transaction ends
 */
export async function noteDevice(
  tx: Executor,
  deps: OutboxDeps,
  { device = randomBytes(32).toString('base64url'), ...caller }: Caller,
  staffId: string,
  isTold = false,
): Promise<boolean> {
  const now = deps.clock.now();
  // Two first sign-ins at once would otherwise both count as the first.
  const person = await holdPerson(tx, staffId);
  const tokenHash = createHash('sha256').update(device).digest('hex');
  if (!person) return false;
  if (await touchDevice(tx, staffId, tokenHash, now)) return true;
  const isFirst = await addDevice(tx, { staffId, tokenHash, lastUsedAt: now }, MAX_DEVICES);
  if (!isFirst && !isTold && deps.config.smtp && (await takeDeviceMail({ db: tx, clock: deps.clock }, staffId))) {
    await enqueueEmails(tx, deps, [accountMail(deps, person, 'device_new', caller)]);
  }
  return true;
}
