import { countUnsent } from '#server/features/emails/outbox.ts';
import { readPublicFacts } from '#server/features/facts/service.ts';
import { probeShippo } from '#server/features/shipping/shippo-probe.ts';
import { brandFacts } from '#shared/content/shop-facts.ts';
import { isBeyondTable, TABLE_PREFIX } from '#shared/places/zones.ts';
import { CALL_MS, type CheckResult, type CheckValues, type DiagnosticsDeps } from './check-result.ts';

const WAITING_MS = 15 * 60_000;
/** Host names that are reserved and never have a mail server (RFC 2606). */
const RESERVED = /[.@](?:example|test|invalid|localhost|example\.(?:com|net|org))>?$/i;
export const isReserved = (mailbox: string): boolean => RESERVED.test(mailbox);

export async function checkShipping({ config, database }: DiagnosticsDeps): Promise<CheckResult> {
  const check = 'shipping';
  if (!config.shippo) {
    const { shipsFrom, address } = database.isOpen ? await readPublicFacts(database.db) : brandFacts;
    const { zipCode } = shipsFrom ?? address;
    return isBeyondTable({ zipCode })
      ? { check, state: 'warning', code: 'shipping_zones', values: { prefix: TABLE_PREFIX, code: zipCode } }
      : { check, state: 'ok', code: 'shipping_table' };
  }
  const probe = await probeShippo(config.shippo, CALL_MS);
  if (probe.kind === 'accepted') {
    return probe.isLive
      ? { check, state: 'ok', code: 'shipping_live' }
      : { check, state: 'warning', code: 'shipping_test' };
  }
  // With the built-in table as a fallback, shoppers still get rates.
  const state = config.shippo.fallback === 'table' ? 'warning' : 'fault';
  const values: CheckValues = probe.kind === 'failed' ? { status: probe.status } : {};
  return { check, state, code: `shipping_${probe.kind}`, values };
}

export async function checkMail(deps: DiagnosticsDeps): Promise<CheckResult> {
  const { config } = deps;
  const check = 'mail';
  if (!config.smtp) return { check, state: 'warning', code: 'mail_none' };
  const { probeSmtp } = await import('#server/features/emails/smtp-sender.ts');
  const probe = await probeSmtp(config.smtp.url, CALL_MS);
  if (probe.kind !== 'accepted') {
    return { check, state: 'fault', code: `mail_${probe.kind}`, values: 'code' in probe ? { code: probe.code } : {} };
  }
  const isSample = [config.mailFrom, await readOwnerMailbox(deps)].some(isReserved);
  return isSample ? { check, state: 'warning', code: 'mail_sample' } : { check, state: 'ok', code: 'mail_ok' };
}

/** The mailbox of the owner's mails, and the setting that defines it. */
export async function checkOwnerMail(deps: DiagnosticsDeps): Promise<CheckResult> {
  const code = deps.config.isOwnerEmailSet ? 'owner_mail_set' : 'owner_mail_facts';
  return { check: 'owner_mail', state: 'ok', code, values: { owner: await readOwnerMailbox(deps) } };
}

async function readOwnerMailbox({ config, database }: DiagnosticsDeps): Promise<string> {
  if (config.isOwnerEmailSet || !database.isOpen) return config.ownerEmail;
  return (await readPublicFacts(database.db)).email;
}

/** Waiting or failed mails; `null` if no mail is sent, or the database is not open. */
export async function checkOutbox({ config, clock, database }: DiagnosticsDeps): Promise<CheckResult | null> {
  const check = 'outbox';
  if (!config.smtp || !database.isOpen) return null;
  const { queued, failed, oldestQueuedAt } = await countUnsent(database.db);
  if (oldestQueuedAt && clock.now().getTime() - oldestQueuedAt.getTime() > WAITING_MS) {
    const values = { count: queued, when: oldestQueuedAt.toISOString() };
    return { check, state: 'warning', code: 'outbox_waiting', values };
  }
  if (failed > 0) return { check, state: 'warning', code: 'outbox_failed', values: { count: failed } };
  return { check, state: 'ok', code: 'outbox_ok' };
}
