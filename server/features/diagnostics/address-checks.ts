import { Agent, get } from 'node:https';
import type { TLSSocket } from 'node:tls';
import { CALL_MS, type CheckResult, type DiagnosticsDeps } from './check-result.ts';

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);
const DAY_MS = 86_400_000;
/** ACME clients renew a certificate about a month before it expires. */
const ENDS_SOON_MS = 14 * DAY_MS;
const MAX_BYTES = 10_000;

type Answer = { status: number; location: string | undefined; body: string; certificateEnds: Date };

/** Whether a shop at this address can be reached from other machines. */
export function isPublic({ config }: Pick<DiagnosticsDeps, 'config'>): boolean {
  return !LOOPBACK.has(new URL(config.publicUrl).hostname);
}

/**
 * Requests the public address like a visitor and checks that this shop answers: its robots.txt contains the address.
 *
 * @param agent replaces the machine's own connection in tests
 */
export async function checkAddress(deps: DiagnosticsDeps, agent = new Agent()): Promise<CheckResult> {
  const { config, clock } = deps;
  const check = 'address';
  const url = config.publicUrl;
  const values = { url };
  if (!isPublic(deps)) return { check, state: 'warning', code: 'address_unset', values };
  if (!url.startsWith('https:')) return { check, state: 'fault', code: 'address_plain', values };
  let answer: Answer;
  try {
    answer = await read(`${url}/robots.txt`, agent);
  } catch (error) {
    return { check, ...unreached(error as NodeJS.ErrnoException, url) };
  }
  const { status, location, body, certificateEnds } = answer;
  if (location !== undefined) {
    return { check, state: 'warning', code: 'address_redirect', values: { ...values, to: location.slice(0, 100) } };
  }
  if (status !== 200 || !body.includes(`Sitemap: ${url}/`)) {
    return { check, state: 'fault', code: 'address_other', values };
  }
  const when = certificateEnds.toISOString();
  return certificateEnds.getTime() - clock.now().getTime() < ENDS_SOON_MS
    ? { check, state: 'warning', code: 'address_certificate_ends', values: { ...values, when } }
    : { check, state: 'ok', code: 'address_ok', values: { ...values, when } };
}

function unreached({ code = '' }: NodeJS.ErrnoException, url: string): Pick<CheckResult, 'state' | 'code' | 'values'> {
  if (code === 'ENOTFOUND') return { state: 'fault', code: 'address_no_name', values: { url } };
  if (/CERT|SSL|SIGNATURE|ISSUER|TLS/.test(code)) {
    return { state: 'fault', code: 'address_certificate', values: { url, code } };
  }
  // Some networks cannot reach their own public address from inside.
  return { state: 'warning', code: 'address_unreachable', values: { url } };
}

function read(url: string, agent: Agent): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = get(url, { agent, signal: AbortSignal.timeout(CALL_MS) }, (response) => {
      const certificate = (response.socket as TLSSocket).getPeerCertificate();
      let body = '';
      response.setEncoding('utf8').on('data', (chunk: string) => {
        body += chunk;
        if (body.length > MAX_BYTES) request.destroy(new Error('too long'));
      });
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          location: response.headers.location,
          body,
          certificateEnds: new Date(certificate.valid_to),
        }),
      );
      response.on('error', reject);
    });
    request.on('error', reject);
  });
}

/** Which proxy is trusted for a visitor's IP address; `null` without a proxy. */
export function checkProxy(deps: DiagnosticsDeps): CheckResult | null {
  const { publicUrl, trustProxy, host } = deps.config;
  const check = 'proxy';
  if (!isPublic(deps) || !publicUrl.startsWith('https:')) return null;
  if (trustProxy === false) return { check, state: 'warning', code: 'proxy_unknown' };
  const isOpen = !LOOPBACK.has(host) && host !== '::1';
  if (trustProxy === true && isOpen) return { check, state: 'warning', code: 'proxy_trusts_all', values: { host } };
  return { check, state: 'ok', code: 'proxy_ok' };
}

export function checkMode(deps: DiagnosticsDeps): CheckResult | null {
  if (deps.config.production) return { check: 'mode', state: 'ok', code: 'mode_production' };
  return isPublic(deps) ? { check: 'mode', state: 'warning', code: 'mode_development' } : null;
}
