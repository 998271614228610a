import type { Config } from '#server/config.ts';
import { errorText } from '#server/errors.ts';
import type { CheckResult, DiagnosticsDeps } from '#server/features/diagnostics/check-result.ts';
import { CALL_MS } from '#server/features/diagnostics/check-result.ts';
import { checkMail, checkShipping } from '#server/features/diagnostics/partner-checks.ts';
import { checkPayment, checkWebhook } from '#server/features/diagnostics/payment-checks.ts';
import { checkSender } from '#server/features/diagnostics/sender-check.ts';
import { checkTax } from '#server/features/diagnostics/tax-check.ts';
import { preparePlainEmail } from '#server/features/emails/outbox.ts';
import { buildRates } from '#server/features/shipping/build.ts';
import type { SettingsGroup } from '#shared/admin/shop-settings.ts';
import { proveAddress } from './address-proof.ts';
import type { SettingsDeps } from './deps.ts';
import { tryFolder } from './folder-trial.ts';

type Trial = (deps: SettingsDeps, config: Config) => Promise<(CheckResult | null)[]>;

const LITTLE_BYTES = 1e9;
const MAIL_LIMITS = { connect: 8_000, handOver: 15_000, answer: 20_000, idle: 1_000 };
const MAX_ANSWER = 300;

/** Uses the settings of a group as the shop would. */
export async function runTrial(deps: SettingsDeps, group: SettingsGroup, config: Config): Promise<CheckResult[]> {
  const results = await trials[group](deps, config);
  return results.filter((result) => result !== null);
}

const trials: Readonly<Record<SettingsGroup, Trial>> = {
  mail: tryMail,
  payment: tryPayment,
  tax: async (deps, config) => [await checkTax(checksOf(deps, config))],
  shipping: tryShipping,
  backup: tryBackup,
  address: tryAddress,
};

const checksOf = ({ clock, db, connection }: SettingsDeps, config: Config): DiagnosticsDeps => ({
  config,
  clock,
  database: { isOpen: true, db, engine: connection.engine },
});

/** Sends a mail to the owner, and looks up the sender's domain. */
async function tryMail(deps: SettingsDeps, config: Config): ReturnType<Trial> {
  const { smtp } = config;
  const login = await checkMail(checksOf(deps, config));
  if (!smtp || login.state === 'fault') return [login];
  const { createSmtpTransport } = await import('#server/features/emails/smtp-sender.ts');
  const transport = createSmtpTransport({ ...config, smtp }, MAIL_LIMITS);
  const { ownerEmail: to, ownerLanguage: language, publicUrl } = config;
  const mail = preparePlainEmail(
    { ...deps, config },
    {
      to,
      language,
      subject: errorText('settings_trial_subject', language),
      body: errorText('settings_trial_body', language, { shop: publicUrl }),
    },
  );
  try {
    await transport.send({ ...mail, replyTo: null });
  } catch (error) {
    const answer = (error as Error).message.slice(0, MAX_ANSWER);
    return [{ check: 'mail', state: 'fault', code: 'try_mail_refused', values: { owner: to, answer } }];
  } finally {
    transport.close();
  }
  const sent: CheckResult = { check: 'mail', state: 'ok', code: 'try_mail_sent', values: { owner: to } };
  return [sent, login.state === 'warning' ? login : null, await checkSender(checksOf(deps, config))];
}

/** Asks Stripe with both keys, and for the webhook. */
async function tryPayment(deps: SettingsDeps, config: Config): ReturnType<Trial> {
  const { stripe } = config;
  if (!stripe)
    return [await checkPayment(checksOf(deps, config), () => Promise.reject(new Error('Stripe is not set')))];
  const { probeKeyPair, probeStripe, probeWebhook } = await import('#server/features/payments/stripe-probe.ts');
  const probed = probeStripe(stripe, CALL_MS);
  const probe = () => probed;
  const checks = checksOf(deps, config);
  const url = `${config.publicUrl}/api/stripe/webhook`;
  const [payment, pair, webhook, received] = await Promise.all([
    checkPayment(checks, probe),
    probeKeyPair(stripe, CALL_MS),
    probeWebhook(stripe, url, CALL_MS),
    checkWebhook(checks, probe),
  ]);
  if (payment.state === 'fault') return [payment];
  const keys: CheckResult | null =
    pair === 'other' || pair === 'refused' ? { check: 'payment', state: 'fault', code: `try_keys_${pair}` } : null;
  const registered: CheckResult | null =
    webhook === 'unknown'
      ? null
      : {
          check: 'webhook',
          state: webhook === 'enabled' ? 'ok' : 'warning',
          code: `try_webhook_${webhook}`,
          values: { url },
        };
  return [payment, keys, registered, received];
}

/** Asks for the price of a parcel to the shop's own door. */
async function tryShipping(deps: SettingsDeps, config: Config): ReturnType<Trial> {
  const token = await checkShipping(checksOf(deps, config));
  if (!config.shippo || !['ok', 'warning'].includes(token.state) || token.code === 'shipping_refused') return [token];
  const { address, shipsFrom } = deps.facts();
  const { street, city, state, zipCode } = shipsFrom ?? address;
  const line = { id: 'trial', name: 'trial', quantity: 1, priceCents: 100, weightOz: 32 };
  const shippo = { ...config.shippo, fallback: 'none' } as const;
  try {
    const rates = await buildRates({ ...deps, config: { ...config, shippo } }).listRates({
      lines: [{ ...line, parcelInches: [9, 6, 4] }],
      address: { addressLine1: street, addressLine2: null, city, state, zipCode },
    });
    return [token, { check: 'shipping', state: 'ok', code: 'try_rates_found', values: { count: rates.length } }];
  } catch {
    return [token, { check: 'shipping', state: 'fault', code: 'try_rates_none' }];
  }
}

async function tryBackup(_deps: SettingsDeps, { backup }: Config): ReturnType<Trial> {
  if (!backup) return [{ check: 'backups', state: 'warning', code: 'backups_off' }];
  const { folder } = backup;
  const found = await tryFolder(folder);
  if (found.kind === 'failed') {
    return [{ check: 'backups', state: 'fault', code: 'try_folder_failed', values: { folder, code: found.code } }];
  }
  const values = { folder, free: `${(found.freeBytes / 1e9).toFixed(1)} GB` };
  return found.freeBytes < LITTLE_BYTES
    ? [{ check: 'backups', state: 'warning', code: 'try_folder_low', values }]
    : [{ check: 'backups', state: 'ok', code: 'try_folder_good', values }];
}

async function tryAddress(deps: SettingsDeps, { publicUrl: url }: Config): ReturnType<Trial> {
  const check = 'address';
  const found = await proveAddress(deps, url);
  if (found.kind === 'proved') return [{ check, state: 'ok', code: 'try_address_proved', values: { url } }];
  if (found.kind === 'other') return [{ check, state: 'fault', code: 'address_other', values: { url } }];
  if (found.kind === 'redirected') {
    return [{ check, state: 'fault', code: 'address_redirect', values: { url, to: found.to } }];
  }
  const { code } = found;
  if (code === 'ENOTFOUND') return [{ check, state: 'fault', code: 'address_no_name', values: { url } }];
  return /CERT|SSL|SIGNATURE|ISSUER|TLS/.test(code)
    ? [{ check, state: 'fault', code: 'address_certificate', values: { url, code } }]
    : [{ check, state: 'fault', code: 'try_address_unreached', values: { url, code } }];
}
