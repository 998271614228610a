import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '#server/config.ts';
import { requestLanguage } from '#server/deps.ts';
import { AppError, errorText } from '#server/errors.ts';
import { STATUS_CODES } from './node-http.ts';

const MAP = 'https://maps.google.com https://www.google.com';
/** Where browsers report violations of the policy; `report-uri` is for those that do not support `report-to`. */
export const CSP_REPORTS_PATH = '/api/csp-reports';
/** As Stripe's security guide lists them: frames come from changing subdomains, and Link brings its own. */
const STRIPE_SCRIPTS = 'https://js.stripe.com https://*.js.stripe.com';
const LINK = 'https://link.com https://*.link.com';
/** Hosts of the policies below. */
export const PARTNER_HOSTS = ['google.com', 'stripe.com', 'link.com', 'nominatim.openstreetmap.org'];
const GEOCODER = 'https://nominatim.openstreetmap.org';

/**
 * Strict headers for every response: no inline script, and other hosts only by name.
 *
 * @param options.isAdmin only the admin may call the geocoder
 */
export function securityHeaders(config: Config, { isAdmin = false } = {}): Record<string, string> {
  const stripe = config.stripe !== undefined;
  const csp = [
    "default-src 'self'",
    `script-src 'self'${stripe ? ` ${STRIPE_SCRIPTS}` : ''}`,
    `connect-src 'self'${isAdmin ? ` ${GEOCODER}` : ''}${stripe ? ` https://api.stripe.com ${LINK}` : ''}`,
    `frame-src 'self' ${MAP}${stripe ? ` ${STRIPE_SCRIPTS} https://hooks.stripe.com ${LINK}` : ''}`,
    `img-src 'self' data:${stripe ? ' https://*.stripe.com' : ''}`,
    // React and Radix position elements with style attributes; style elements are not allowed.
    "style-src 'self'",
    "style-src-attr 'unsafe-inline'",
    "font-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "manifest-src 'self'",
    `report-uri ${CSP_REPORTS_PATH}`,
    'report-to csp',
  ].join('; ');
  return {
    'content-security-policy': csp,
    'reporting-endpoints': `csp="${CSP_REPORTS_PATH}"`,
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'permissions-policy':
      'camera=(), microphone=(), geolocation=(self), payment=(self "https://js.stripe.com" "https://*.js.stripe.com")',
    ...(config.publicUrl.startsWith('https:') ? { 'strict-transport-security': 'max-age=31536000' } : {}),
  };
}

/** @returns whether a request names exactly one Host, ours or this machine's */
export function hostRule(config: Config): (request: IncomingMessage) => boolean {
  const isKnown = knownHosts(config);
  return (request) => hostLines(request) === 1 && isKnown(request.headers.host);
}

function knownHosts(config: Config): (host: string | undefined) => boolean {
  const names = new Set([new URL(config.publicUrl).hostname, 'localhost', '127.0.0.1', '[::1]']);
  return (host) => host !== undefined && names.has(host.toLowerCase().replace(/:\d+$/, ''));
}

function hostLines({ rawHeaders }: IncomingMessage): number {
  let lines = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) if (rawHeaders[i]?.toLowerCase() === 'host') lines += 1;
  return lines;
}

const ADMIN_PAGE = /^\/admin(?:[/?]|$)/;
const ADMIN_CALL = /^\/api\/admin(?:[/?]|$)/;
/** Paths that machines call by IP address; their answers do not depend on the Host. */
export const ADDRESS_PROOF_PATH = '/api/address-proof';
/** The last one is called by this shop, at an address that may become its own. */
const MACHINE_PATHS = new Set(['/healthz', '/readyz', '/metrics', ADDRESS_PROOF_PATH]);

/** Headers of every response; it is not cacheable unless the route allows it. */
export function addSecurityHeaders(app: FastifyInstance, config: Config): void {
  const headers = { ...securityHeaders(config), 'cache-control': 'no-store' };
  const adminHeaders = { ...headers, ...securityHeaders(config, { isAdmin: true }) };
  const isKnown = knownHosts(config);
  // Callback style, here and in the other hooks of every response: promises took a fifth of a page's time.
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(ADMIN_PAGE.test(request.url) ? adminHeaders : headers);
    // A cache that stores an answer despite no-store must not serve it to another session.
    if (ADMIN_CALL.test(request.url)) reply.header('vary', 'cookie');
    // Absolute URLs are built from PUBLIC_URL only; a foreign Host is refused before anything reads it. An absolute URL
    // in the request line also has a host (RFC 9112, 3.2.2).
    if (hostLines(request.raw) > 1 || /^[^/*]/.test(request.url)) return done(new AppError('host_unknown'));
    if (!isKnown(request.headers.host) && !MACHINE_PATHS.has(request.url)) {
      const cause = new Error(`Host ${request.headers.host} is not that of PUBLIC_URL (${config.publicUrl})`);
      return done(new AppError('host_unknown', { cause }));
    }
    done();
  });
}

/** A URL that cannot be decoded never reaches the hooks, so its response gets the same headers here. */
export function answerBadUrl(config: Config) {
  const headers = { ...securityHeaders(config), 'cache-control': 'no-store' };
  return (_error: unknown, request: FastifyRequest, reply: FastifyReply): void => {
    const message = errorText('body_invalid', requestLanguage(request));
    void reply.headers(headers).status(400).send({ message });
  };
}

/** Malformed or too slow HTTP gets a short response on the raw socket and is disconnected. */
export function answerBrokenConnection(config: Config) {
  const headers = Object.entries(securityHeaders(config))
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('');
  return (error: NodeJS.ErrnoException, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
    const status = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 }[error.code ?? ''] ?? 400;
    const body = JSON.stringify({ message: STATUS_CODES[status] });
    socket.end(
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\ncache-control: no-store\r\nconnection: close\r\n${headers}\r\n${body}`,
    );
  };
}
