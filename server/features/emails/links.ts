import { type EmailValues, fillPlaceholders } from './render/placeholders.ts';

const PROTOCOLS = new Set(['http:', 'https:', 'mailto:']);
const ONE_PLACEHOLDER = /^\{\{\w+\}\}$/;

/**
 * A link's URL with its placeholders filled, or `null` if a mail must not contain it. A value that is the whole URL is
 * used unchanged. Inside a longer URL a value is encoded, so that it cannot change the rest.
 */
export function linkAddress(template: string, values: EmailValues): string | null {
  const isWhole = ONE_PLACEHOLDER.test(template);
  const address = fillPlaceholders(template, values, {
    literal: (text) => text,
    value: (text) => (isWhole ? text : encodeURIComponent(text.toWellFormed()).replaceAll('%40', '@')),
  });
  if (!URL.canParse(address)) return null;
  const url = new URL(address);
  return PROTOCOLS.has(url.protocol) ? url.href : null;
}

/** Placeholders that are links by themselves, and the prefix of their URL. */
export function valueAddress(name: string, value: string): string | null {
  if (name === 'email' || name === 'brandEmail') return linkAddress('mailto:{{email}}', { email: value });
  if (name === 'trackingUrl' || name === 'orderUrl' || name === 'adminUrl') {
    return linkAddress('{{orderUrl}}', { orderUrl: value });
  }
  return null;
}

/** The secret in the link of an order's page. */
const SECRET = /(\/order\/)[\w%.~-]+/g;

/** A mail's text for others than its recipient: without the secret in the link of the order's page. */
export const withoutSecret = (text: string): string => text.replace(SECRET, '$1…');
