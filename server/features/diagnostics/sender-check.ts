import { Resolver } from 'node:dns/promises';
import { mailDomain } from '#server/features/emails/mailbox.ts';
import type { CheckResult, DiagnosticsDeps, ResolveTxt } from './check-result.ts';
import { isReserved } from './partner-checks.ts';

/** Two tries, the second with twice the time, within the limit of a call. */
const dns = new Resolver({ timeout: 1_400, tries: 2 });

/**
 * Whether receivers can verify that the shop's mails come from the sender's domain. It reads the SPF record (RFC 7208),
 * DMARC (RFC 7489), and the DKIM record (RFC 6376) if `DKIM_SELECTOR` gives its name. `null` if no mail is sent, or
 * from a sample address.
 */
export async function checkSender({
  config,
  resolveTxt = (name) => dns.resolveTxt(name),
}: DiagnosticsDeps): Promise<CheckResult | null> {
  const check = 'sender';
  if (!config.smtp || isReserved(config.mailFrom)) return null;
  const { dkimSelector } = config;
  const domain = mailDomain(config.mailFrom);
  const find = (name: string, form: RegExp) => findRecords(resolveTxt, name, form);
  try {
    const [spf, dkim, dmarc] = await Promise.all([
      find(domain, /^v=spf1(?: |$)/i),
      // A key without `p` is revoked.
      dkimSelector === undefined ? null : find(`${dkimSelector}._domainkey.${domain}`, /(?:^|;)\s*p\s*=\s*[^;\s]/),
      findDmarc(find, domain),
    ]);
    const found = { SPF: spf.length > 0, DKIM: dkim === null || dkim.length > 0, DMARC: dmarc.length > 0 };
    const missing = Object.entries(found).flatMap(([name, isThere]) => (isThere ? [] : [name]));
    const values = { domain, missing: missing.join(', ') };
    if (missing.length > 0) return { check, state: 'warning', code: 'sender_missing', values };
    // Receivers then ignore all of them (RFC 7208, 4.5).
    if (spf.length > 1) return { check, state: 'warning', code: 'sender_spf_twice', values: { domain } };
    return { check, state: 'ok', code: dkim === null ? 'sender_ok_without_dkim' : 'sender_ok', values: { domain } };
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    return { check, state: 'warning', code: 'sender_unread', values: { domain, code } };
  }
}

type Find = (name: string, form: RegExp) => Promise<string[]>;

/** The record of the domain, or of the nearest parent domain that has one. */
async function findDmarc(find: Find, domain: string): Promise<string[]> {
  const found = await find(`_dmarc.${domain}`, /^v=DMARC1\s*(?:;|$)/i);
  const parent = domain.slice(domain.indexOf('.') + 1);
  return found.length > 0 || !parent.includes('.') ? found : findDmarc(find, parent);
}

async function findRecords(resolveTxt: ResolveTxt, name: string, form: RegExp): Promise<string[]> {
  try {
    const records = await resolveTxt(name);
    return records.map((pieces) => pieces.join('')).filter((record) => form.test(record));
  } catch (error) {
    if (['ENOTFOUND', 'ENODATA'].includes((error as NodeJS.ErrnoException).code ?? '')) return [];
    throw error;
  }
}
