import type { IncomingHttpHeaders } from 'node:http';

/**
 * Programs that fetch pages, by their `User-Agent`. Most of them lack the `Sec-Fetch` headers and are ignored anyway.
 * CUBOT is a phone.
 */
const ROBOT =
  /(?<!\bcu)bot|crawl|spider|slurp|headless|phantomjs|lighthouse|pagespeed|preview|scanner|monitor|uptime|pingdom|archiver|externalhit|python|curl\/|wget|go-http|okhttp|httpclient|validator|mediapartners|google-|chatgpt-user|claude-user|perplexity-user/i;
const PREFETCH = /prefetch|prerender|preview/i;
/** `Cache-Control` of a reload. */
const RELOAD = new Set(['max-age=0', 'no-cache']);

/** Kind of a page request: `visit` from outside the shop, `view` from inside; `null` if no person reads the answer. */
export type PageRead = 'visit' | 'view' | null;

/**
 * Classifies a page request by its headers. Browsers older than Safari 16.4 do not send them, and are not counted.
 *
 * @param query the part of the URL after `?`
 * @param ownHost host of the shop's public address
 */
export function pageRead(headers: IncomingHttpHeaders, query: string | undefined, ownHost: string): PageRead {
  if (headers['sec-fetch-dest'] !== 'document' || headers['sec-fetch-mode'] !== 'navigate') return null;
  const purpose = headers['sec-purpose'] ?? headers.purpose ?? headers['x-moz'];
  if (purpose !== undefined && PREFETCH.test(String(purpose))) return null;
  const browser = headers['user-agent'];
  if (!browser || ROBOT.test(browser)) return null;
  return isFromOutside(headers, query, ownHost) ? 'visit' : 'view';
}

function isFromOutside(headers: IncomingHttpHeaders, query: string | undefined, ownHost: string): boolean {
  if (headers['sec-fetch-site'] === 'same-origin') return false;
  if (RELOAD.has(headers['cache-control'] ?? '')) return false;
  // The payment provider sends shoppers back to the checkout that they left.
  if (query !== undefined && /(?:^|&)(?:payment_intent|redirect_status)=/.test(query)) return false;
  const { referer, host } = headers;
  if (!referer || !URL.canParse(referer)) return true;
  const from = new URL(referer).host;
  return from !== host?.toLowerCase() && from !== ownHost;
}
