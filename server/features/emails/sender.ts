import { setInterval } from 'node:timers/promises';
import type { BaseDeps } from '#server/deps.ts';
import { type ReplyDeps, replyToOf } from './reply-to.ts';
import {
  claimEmails,
  type EmailRow,
  markFailed,
  markForRetry,
  markOverQuota,
  markSent,
  renewClaim,
} from './repository.ts';
import { MailQuotaError, MailRefusedError, type MailTransport } from './transport.ts';
import { WakeUp } from './wake-up.ts';

/** Times in milliseconds. */
export type SenderOptions = {
  /** Mails in progress at the same time. */
  concurrency: number;
  /** How often to poll for mails of other instances and for mails that have become due. */
  poll: number;
  /**
   * Lease of a claimed mail, renewed while it is in progress. After a crash another instance claims it once the lease
   * ends.
   */
  lease: number;
  /** How often the lease is renewed: three times per lease, so that a busy database does not lose it. */
  renew: number;
  /** The wait after the first failure; it triples with each further one, up to `retryMost`. */
  retryFirst: number;
  retryMost: number;
  /** How long a mail is retried while the server says that our quota is exhausted. */
  quotaMost: number;
  /** How long `stop` waits for the mails in progress. */
  stopWait: number;
};
export const LEASE_MS = 60_000;
const OPTIONS: SenderOptions = {
  concurrency: 4,
  poll: 3_000,
  lease: LEASE_MS,
  renew: LEASE_MS / 3,
  retryFirst: 5_000,
  retryMost: 2 * 3_600_000,
  quotaMost: 24 * 3_600_000,
  stopWait: 5_000,
};
const MARK_TRIES = 5;

export type SenderDeps = Pick<BaseDeps, 'db' | 'clock' | 'log' | 'metrics' | 'mailSignal'> & ReplyDeps;

/**
 * Sends queued mails of the outbox until it is stopped. Any number of instances may run: each mail is claimed under a
 * row lock, so two never have it at once. A mail whose answer was lost is sent again with the same Message-ID.
 *
 * @returns `stop` waits for the mails in progress, at most `stopWait`, and closes the transport
 */
export function startSender(
  deps: SenderDeps,
  transport: MailTransport,
  changes: Partial<SenderOptions> = {},
): { stop(): Promise<void> } {
  const options = { ...OPTIONS, ...changes };
  const inHand = new Set<Promise<void>>();
  const wakeUp = new WakeUp();
  let isStopping = false;
  const ended = new AbortController();
  const furthestMs = 2 * Math.max(options.retryMost, options.lease);

  const unsubscribe = deps.mailSignal.subscribe(() => wakeUp.ring());

  // One slot is reserved for mails of orders, so that a slow server cannot fill all slots with other mails.
  const mostOthers = Math.max(1, options.concurrency - 1);
  let others = 0;

  const run = async () => {
    while (!isStopping) {
      const free = options.concurrency - inHand.size;
      const claimed = await claim('orders', free);
      claimed.push(...(await claim('others', Math.min(free - claimed.length, mostOthers - others))));
      for (const mail of claimed) {
        const isOther = mail.priority > 0;
        if (isOther) others += 1;
        const work = deliver(deps, transport, mail, options, ended.signal).finally(() => {
          if (isOther) others -= 1;
          inHand.delete(work);
          wakeUp.ring();
        });
        inHand.add(work);
      }
      // Each finished mail wakes this loop; if slots are free and something was claimed, there may be more.
      if (claimed.length === 0 || inHand.size >= options.concurrency) await wakeUp.wait(options.poll);
    }
  };
  const claim = async (kind: 'orders' | 'others', count: number) => {
    if (count <= 0) return [];
    try {
      return await claimEmails(deps.db, count, kind, { leaseMs: options.lease, furthestMs });
    } catch (error) {
      deps.log.warn({ event: 'outbox_unread', err: error }, 'the outbox could not be read');
      return [];
    }
  };
  const running = run();

  return {
    stop: async () => {
      isStopping = true;
      unsubscribe();
      wakeUp.ring();
      await running;
      // A mail that takes longer stays claimed, and is sent again after its lease.
      const limit = new WakeUp();
      void Promise.all(inHand).then(() => limit.ring());
      await limit.wait(options.stopWait);
      ended.abort();
      transport.close();
    },
  };
}

async function deliver(
  deps: SenderDeps,
  transport: MailTransport,
  mail: EmailRow,
  options: SenderOptions,
  ended: AbortSignal,
): Promise<void> {
  const { db, clock, log, metrics } = deps;
  try {
    const replyTo = await replyToOf(mail, deps);
    const answered = new AbortController();
    const until = AbortSignal.any([answered.signal, ended]);
    const kept = keepClaim(() => renewClaim(db, mail, options.lease), options.renew, until);
    const outcome = await transport.send({ ...mail, replyTo }).then(
      () => null,
      (error: unknown) => (error instanceof Error ? error : new Error(String(error))),
    );
    answered.abort();
    await kept;
    const about = { emailId: mail.id, templateKey: mail.templateKey, attempts: mail.attempts };
    if (outcome === null) {
      metrics.mails.inc({ outcome: 'sent' });
      log.info({ event: 'mail_sent', ...about }, 'a mail was accepted');
      await persist(() => markSent(db, mail, clock.now()));
      return;
    }
    // No address in the log: the server's answer is kept in the outbox, only for the owner.
    const { code, responseCode } = outcome as { code?: string; responseCode?: number };
    if (outcome instanceof MailRefusedError) {
      metrics.mails.inc({ outcome: 'refused' });
      log.warn({ event: 'mail_refused', ...about, code, responseCode }, 'a mail was refused for good');
      await persist(() => markFailed(db, mail, errorText(outcome)));
    } else if (outcome instanceof MailQuotaError) {
      const waitMs = retryDelay(mail.attempts, options);
      let goesAgain = true;
      await persist(async () => {
        goesAgain = await markOverQuota(db, mail, errorText(outcome), { waitMs, mostMs: options.quotaMost });
      });
      metrics.mails.inc({ outcome: goesAgain ? 'retried' : 'refused' });
      log.warn({ event: 'mail_over_quota', ...about, code, responseCode, goesAgain }, 'the mail quota is used up');
    } else {
      metrics.mails.inc({ outcome: 'retried' });
      log.warn({ event: 'mail_retried', ...about, code, responseCode }, 'a mail was not accepted and goes again later');
      await persist(() => markForRetry(db, mail, errorText(outcome), retryDelay(mail.attempts, options)));
    }
  } catch (error) {
    log.warn(
      { err: error, emailId: mail.id },
      'the database failed while a mail was sent; it goes again after its lease',
    );
  }
}

/**
 * Renews a claim every `ms` milliseconds until `signal` ends it; resolves after a renewal in progress, which would
 * otherwise overwrite the next state. A failed renewal is left to the next one. If all of a lease fail, another sender
 * takes the mail, which is then sent twice with one Message-ID.
 */
async function keepClaim(renew: () => Promise<void>, ms: number, signal: AbortSignal): Promise<void> {
  try {
    for await (const _ of setInterval(ms, undefined, { signal, ref: false })) await renew().catch(() => {});
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

/** The wait before the next try, with 20 % jitter, so that many mails are not due at once. */
function retryDelay(attempts: number, { retryFirst, retryMost }: SenderOptions): number {
  const wait = Math.min(retryMost, retryFirst * 3 ** Math.min(attempts - 1, 20));
  return Math.round(wait * (0.9 + Math.random() * 0.2));
}

/** A sent mail whose state is not saved would be sent twice, so a restarting database gets some seconds. */
async function persist(write: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await write();
    } catch (error) {
      if (attempt === MARK_TRIES) throw error;
      await new Promise((done) => setTimeout(done, 100 * 2 ** attempt));
    }
  }
}

/** A server's answer may contain any byte; PostgreSQL refuses NUL. */
function errorText(error: Error): string {
  return [...error.message.replace(/\p{Cc}+/gu, ' ')].slice(0, 500).join('');
}
