import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest, RawServerDefault } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { isLanguage, LANGUAGE_HEADER, type Language, negotiateLanguage } from '#shared/core/language.ts';
import type { MailLook } from '#shared/emails/mail-look.ts';
import type { Config } from './config.ts';
import type { Database } from './db/connect.ts';
import type { ChangedText } from './errors.ts';
import type { Catalogue } from './features/catalogue/live-catalogue.ts';
import type { LiveContent } from './features/content/live-content.ts';
import type { MailSignal } from './features/emails/mail-signal.ts';
import type { CurrentFacts } from './features/facts/kinds.ts';
import type { RefundRule } from './features/policies/pages.ts';
import type { CurrentShippingRules } from './features/shipping/rules.ts';
import type { Metrics } from './metrics.ts';

/** The time of day, and a monotonic clock (milliseconds from an arbitrary start). Tests can move both. */
export type Clock = { now(): Date; monotonicMs(): number };
export const systemClock: Clock = { now: () => new Date(), monotonicMs: () => performance.now() };

export type Logger = FastifyBaseLogger;

/** Dependencies of every service; a feature adds its own ports. */
export type BaseDeps = {
  db: Database;
  config: Config;
  clock: Clock;
  log: Logger;
  metrics: Metrics;
  mailSignal: MailSignal;
  /** The published content, in memory. */
  content: LiveContent;
  /** The products on sale, from `content`. */
  catalogue: Catalogue;
  /** The refund rule in one line, from `content`. */
  refundRule: RefundRule;
  /** How parcels are priced and when they leave, from `content`. */
  shippingRules: CurrentShippingRules;
  /** Phone, addresses, hours and the like, from `content`. */
  facts: CurrentFacts;
  /** The colours and the logo of mails, from `content`. */
  look: () => MailLook;
  /** The owner's wording of a sentence, from `content`. */
  changedText: ChangedText;
};

/** A Fastify scope whose routes are typed by their zod schemas. */
export type App = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  ZodTypeProvider
>;

/**
 * The reader's language: that of the calling page, else of the body's checkout or inquiry, else of the `lang` cookie,
 * else of `Accept-Language`.
 */
export function requestLanguage(request: FastifyRequest): Language {
  const page = request.headers[LANGUAGE_HEADER];
  if (isLanguage(page)) return page;
  const body = request.body as Record<string, unknown> | null | undefined;
  const address = body?.addressData as Record<string, unknown> | undefined;
  const preferred = address?.preferredLanguage ?? body?.preferredLanguage;
  if (isLanguage(preferred)) return preferred;
  return cookieLanguage(request.headers.cookie) ?? negotiateLanguage(request.headers['accept-language']);
}

/**
 * The language of the `lang` cookie, which mirrors the browser's local storage. Parsed from the raw header: the static
 * fast path runs before Fastify, and requests that Fastify refuses have no parsed cookies.
 */
export function cookieLanguage(header: string | undefined): Language | null {
  const value = /(?:^|;\s*)lang=([a-z]+)(?:;|$)/.exec(header ?? '')?.[1];
  return isLanguage(value) ? value : null;
}
