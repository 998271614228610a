import nodemailer, { type SendMailOptions } from 'nodemailer';
import type { Config } from '#server/config.ts';
import { parseMailbox } from './mailbox.ts';
import { MailQuotaError, MailRefusedError, type MailTransport } from './transport.ts';

/**
 * Time limits in milliseconds. `handOver` covers everything until the last byte of the mail is written, including the
 * wait for a connection. `answer` is the server's time to accept or refuse after that. Many scan for viruses then, and
 * a mail abandoned meanwhile arrives twice. RFC 5321, 4.5.3.2.6, asks for ten minutes.
 */
export type SmtpLimits = { connect: number; handOver: number; answer: number; idle: number };
const LIMITS: SmtpLimits = { connect: 10_000, handOver: 40_000, answer: 600_000, idle: 20_000 };

/** As many as the sender's concurrent mails. */
const CONNECTIONS = 4;

/** Reply codes about our account or the server's state, not about the mail. */
const ABOUT_US = new Set([530, 534, 535, 538]);

/**
 * Sends by SMTP over a few pooled connections.
 *
 * @param config.smtp.url such as `smtp://user:password@host:587`; with a password TLS is required, unless the URL has
 * `?requireTLS=false` or the host is this machine
 */
export function createSmtpTransport(
  config: Pick<Config, 'mailFrom'> & { smtp: { url: string } },
  limits: SmtpLimits = LIMITS,
): MailTransport {
  const from = parseMailbox(config.mailFrom);
  if (!from) throw new Error('MAIL_FROM is not exactly one mailbox');
  const pool = nodemailer.createTransport({
    ...connectionOptions(config.smtp.url, limits.connect),
    // Longer than the two limits below, which abort a mail together with its connection.
    socketTimeout: limits.handOver + limits.answer,
    pool: true,
    idleTimeout: limits.idle,
    maxConnections: CONNECTIONS,
    // The library's retries are off, because the outbox retries and counts.
    maxRequeues: 0,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  pool.use('stream', ({ message, data }, done) => {
    // When the connection has read the stream to its end, the whole mail has been written.
    message.processFunc((stream) => stream.once('end', (data as Message).onHandedOver));
    done();
  });
  return {
    send: async (mail) => {
      const to = parseMailbox(mail.to);
      if (!to) throw new MailRefusedError('The address is not exactly one mailbox');
      const replyTo = mail.replyTo === null ? null : parseMailbox(mail.replyTo);
      const limit = new MailLimit(limits);
      try {
        const message: Message = {
          from,
          ...(replyTo && { replyTo }),
          to,
          // An explicit envelope, so that no header can add a recipient.
          envelope: { from: from.address, to: [to.address] },
          subject: mail.subject,
          text: mail.text,
          html: mail.html,
          messageId: mail.messageId,
          headers: { 'Content-Language': mail.language, 'Auto-Submitted': 'auto-generated' },
          signal: limit.signal,
          onHandedOver: () => limit.handedOver(),
        };
        await pool.sendMail(message);
      } catch (error) {
        throw limit.signal.aborted ? limit.signal.reason : asOutcome(error as Error);
      } finally {
        limit.clear();
      }
    },
    close: () => pool.close(),
  };
}

type Message = SendMailOptions & { onHandedOver: () => void };

/** Aborts a mail that takes too long: first limits its hand-over, then the server's answer. */
class MailLimit {
  readonly #abort = new AbortController();
  readonly #limits: SmtpLimits;
  #timer: NodeJS.Timeout;

  constructor(limits: SmtpLimits) {
    this.#limits = limits;
    this.#timer = this.#abortAfter(limits.handOver, 'The mail could not be handed over in time');
  }

  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  handedOver(): void {
    this.clear();
    this.#timer = this.#abortAfter(this.#limits.answer, 'The mail server did not answer in time');
  }

  clear(): void {
    clearTimeout(this.#timer);
  }

  #abortAfter(ms: number, message: string): NodeJS.Timeout {
    return setTimeout(() => this.#abort.abort(new Error(message)), ms);
  }
}

/** A mail server's reply to our login. `code` is the mail library's or the system's error code. */
export type SmtpProbe =
  | { kind: 'accepted' }
  | { kind: 'refused' | 'insecure' }
  | { kind: 'unreachable' | 'failed'; code: string };

/** Connects like the sender, logs in and disconnects, without sending a mail. */
export async function probeSmtp(url: string, limitMs: number): Promise<SmtpProbe> {
  const transport = nodemailer.createTransport({ ...connectionOptions(url, limitMs), socketTimeout: limitMs });
  try {
    await transport.verify();
    return { kind: 'accepted' };
  } catch (error) {
    const { code = '', message } = error as Error & { code?: string };
    if (['EAUTH', 'ENOAUTH', 'EOAUTH2'].includes(code)) return { kind: 'refused' };
    if (code === 'ETLS' || /certificate|\bSSL\b|\bTLS\b/i.test(message)) return { kind: 'insecure' };
    if (['ECONNECTION', 'ETIMEDOUT', 'ESOCKET', 'EDNS', 'ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND'].includes(code)) {
      return { kind: 'unreachable', code };
    }
    return { kind: 'failed', code };
  } finally {
    transport.close();
  }
}

function connectionOptions(url: string, limitMs: number) {
  return {
    url,
    connectionTimeout: limitMs,
    greetingTimeout: limitMs,
    dnsTimeout: limitMs,
    requireTLS: needsTls(url),
  };
}

function needsTls(smtpUrl: string): boolean {
  const url = new URL(smtpUrl);
  return url.username !== '' && !['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
}

/**
 * Detects exhausted quotas by enhanced status codes or by the text. RFC 3463 has codes for a full mailbox (2.2) and a
 * congested or exhausted system (4.5), the registry of RFC 7372 one for a mail flood (7.28). Providers write "Daily
 * user sending limit exceeded", "Quota exceeded" or "Too many messages". A message that is too large is not a quota
 * error.
 */
const QUOTA_CODE = /\b[45]\.(?:2\.2|4\.5|7\.28)\b/;
const QUOTA_WORDS =
  /\bquota\b|\brate[ -]?limit|\blimit (?:has been |was )?(?:exceeded|reached)|\bexceed(?:s|ed|ing)? [^.]{0,60}\b(?:limit|rate)\b|\btoo many (?:messages|mails|emails|recipients)|\bthrottl/i;
const ABOUT_SIZE = /\b5\.3\.4\b|\bsize\b|\btoo (?:large|big)\b/i;

function asOutcome(error: Error & { responseCode?: number }): Error {
  const isQuota = QUOTA_CODE.test(error.message) || QUOTA_WORDS.test(error.message);
  // Without a response code the error comes from the mail library.
  if (error.responseCode !== undefined && isQuota && !ABOUT_SIZE.test(error.message)) {
    return Object.assign(new MailQuotaError(error.message, { cause: error }), { responseCode: error.responseCode });
  }
  return isPermanent(error) ? new MailRefusedError(error.message, { cause: error }) : error;
}

/** A 5xx reply to this mail: its sender, its recipient or its content (RFC 5321, 4.2.1). */
function isPermanent(error: unknown): boolean {
  const { code, responseCode } = error as { code?: string; responseCode?: number };
  if (code !== 'EENVELOPE' && code !== 'EMESSAGE') return false;
  // Without a reply: the mail library rejected the address or the size.
  if (responseCode === undefined) return true;
  return responseCode >= 500 && responseCode < 600 && !ABOUT_US.has(responseCode);
}
