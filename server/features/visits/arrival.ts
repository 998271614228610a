import type { IncomingHttpHeaders } from 'node:http';

/**
 * Names of programs that fetch pages, in what browsers say they are. Most of them do not send the `Sec-Fetch` headers
 * and never get here. CUBOT is a telephone.
 */
const ROBOT =
  /(?<!\bcu)bot|crawl|spider|slurp|headless|phantomjs|lighthouse|pagespeed|preview|scanner|monitor|uptime|pingdom|archiver|externalhit|python|curl\/|wget|go-http|okhttp|httpclient|validator|mediapartners|google-|chatgpt-user|claude-user|perplexity-user/i;
const PREFETCH = /prefetch|prerender|preview/i;
/** What a browser adds when a reader reloads a page. */
const RELOAD = new Set(['max-age=0', 'no-cache']);

/** What a request for a page is, by its headers: `null` if nobody reads the answer. */
export type PageRead = 'visit' | 'view' | null;

/**
 * Whether a reader opens a page, and comes from outside of the shop. Browsers older than Safari 16.4 do not send what
 * this needs, and are not counted.
 *
 * @param query behind the `?` of the address
 * @param ownHost of the shop's public address
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
