import { extname } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { cookieLanguage } from '#server/deps.ts';
import { AppError } from '#server/errors.ts';
import { FALLBACK_LANGUAGE, isLanguage, type Language, negotiateLanguage } from '#shared/language.ts';
import { type Site, type StoredFile, TYPES } from './site-files.ts';

/** A page may be kept, but is asked about each time; it holds one language and one build's addresses. */
const PAGE_CACHE = 'no-cache';
/** Names under /assets change with their content. */
const ASSET_CACHE = 'public, max-age=31536000, immutable';
const LOOSE_CACHE = 'public, max-age=3600';
/** The specification, 2: the admin's two screens; every other path under /admin is its 404. */
const ADMIN_PATHS = new Set(['/admin/login', '/admin/dashboard']);

const ENCODINGS = ['br', 'gzip'] as const;
const REMEMBERED = 500;

/** The one document of all order status pages, and their addresses. */
const ORDER_SHELL = '/order/_';
const ORDER_PAGE = /^\/order\/[^/]+$/;

/** Hands out pages and assets; what is neither is a 404, as a page for people and as JSON under /api. */
export function addPages(app: FastifyInstance, site: Site, hidden: ReadonlySet<string> = new Set()): void {
  const { [FALLBACK_LANGUAGE]: pages } = site.pages;
  for (const path of pages.keys()) {
    if (path === '/404' || path === ORDER_SHELL || hidden.has(path)) continue;
    // Routes of their own, and no logger for each request: nothing is logged of a page view, and it halves the work.
    app.get(path, { schema: { hide: true }, childLoggerFactory: (log) => log }, (request, reply) => {
      const language = pageLanguage(request);
      const page = site.pages[language].get(path);
      return page ? sendPage(request, reply, page, language) : reply.callNotFound();
    });
  }
  app.setNotFoundHandler((request, reply) => {
    const path = pathOf(request);
    if (path === '/api' || path.startsWith('/api/') || !['GET', 'HEAD'].includes(request.method)) {
      throw new AppError('not_found');
    }
    const language = pageLanguage(request);
    const pages = site.pages[language];
    if (path === '/admin' || path.startsWith('/admin/')) {
      if (site.admin) return sendAdmin(request, reply.status(ADMIN_PATHS.has(path) ? 200 : 404), site.admin);
    }
    const order = ORDER_PAGE.test(path) ? pages.get(ORDER_SHELL) : undefined;
    if (order) return sendOrderPage(request, reply, order, language);
    const page = path === '/404' || hidden.has(path) ? undefined : pages.get(path);
    if (page) return sendPage(request, reply, page, language);
    const file = site.files.get(path);
    if (file) return sendAsset(request, reply, file, path.startsWith('/assets/') ? ASSET_CACHE : LOOSE_CACHE);
    // One address a page: the other spelling is sent there, and only to a page that we have.
    const bare = path.replace(/\/$/, '');
    if (path.length > 1 && bare !== '/404' && pages.has(bare)) {
      return reply.redirect(bare + request.url.slice(path.length), 308);
    }
    // A missing script or picture is no page: a browser or a proxy would take the page for the thing (W3).
    const missing = pages.get('/404');
    if (!missing || path.startsWith('/assets/') || extname(path) in TYPES) {
      return reply.status(404).type('text/plain; charset=utf-8').send('404 Not Found');
    }
    return sendPage(request, reply.status(404), missing, language);
  });
}

function pathOf(request: FastifyRequest): string {
  return request.url.split('?', 1)[0] ?? '/';
}

/** `?lang=`, else the cookie that mirrors local storage, else what the browser asks for, else English. */
function pageLanguage(request: FastifyRequest): Language {
  const asked = (request.query as Record<string, unknown>)?.lang;
  if (isLanguage(asked)) return asked;
  return cookieLanguage(request.headers.cookie) ?? negotiated(request.headers['accept-language'] ?? '');
}

const negotiated = remember(negotiateLanguage);
const encodingsOf = remember((header: string) => new Set(ENCODINGS.filter((encoding) => accepts(header, encoding))));

/** Keeps what was found for the headers of the few browsers that most readers have; strange ones cannot fill it. */
function remember<T>(find: (header: string) => T): (header: string) => T {
  const known = new Map<string, T>();
  return (header) => {
    const kept = known.get(header);
    if (kept !== undefined) return kept;
    const found = find(header);
    if (known.size < REMEMBERED && header.length <= 200) known.set(header, found);
    return found;
  };
}

function sendPage(request: FastifyRequest, reply: FastifyReply, file: StoredFile, language: Language) {
  reply.header('cache-control', PAGE_CACHE).header('content-language', language);
  return sendFile(request, reply.header('vary', 'accept-encoding, accept-language, cookie'), file);
}

/** The address opens the order: nobody keeps the page, and no search engine lists it. */
function sendOrderPage(request: FastifyRequest, reply: FastifyReply, file: StoredFile, language: Language) {
  reply.header('cache-control', 'no-store').header('x-robots-tag', 'noindex').header('content-language', language);
  return sendFile(request, reply.header('vary', 'accept-encoding, accept-language, cookie'), file);
}

/** Never kept by anyone; the browser says which language it is in. */
function sendAdmin(request: FastifyRequest, reply: FastifyReply, file: StoredFile) {
  return sendFile(
    request,
    reply.headers({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex, nofollow', vary: 'accept-encoding' }),
    file,
  );
}

function sendAsset(request: FastifyRequest, reply: FastifyReply, file: StoredFile, cache: string) {
  return sendFile(request, reply.header('cache-control', cache).header('vary', 'accept-encoding'), file);
}

/** Sends the encoding that the reader takes, with an ETag, or 304 when the reader has it. */
export function sendFile(request: FastifyRequest, reply: FastifyReply, file: StoredFile) {
  const accepted = encodingsOf(request.headers['accept-encoding'] ?? '');
  const variant =
    file.variants.find((v) => v.encoding === undefined || accepted.has(v.encoding)) ?? file.variants.at(-1);
  if (!variant) throw new Error('A stored file has at least its plain variant');
  // One ETag a representation (RFC 9110, 8.8.3): a cache must not take the compressed bytes for the plain ones.
  const etag = `"${file.etag}${variant.encoding ? `-${variant.encoding}` : ''}"`;
  reply.header('etag', etag);
  if (reply.statusCode === 200 && matches(request.headers['if-none-match'], etag)) return reply.status(304).send();
  if (variant.encoding) reply.header('content-encoding', variant.encoding);
  return reply.type(file.type).send(variant.body);
}

function matches(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  return header.split(',').some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === etag);
}

function accepts(header: string, encoding: string): boolean {
  return header.split(',').some((part) => {
    const [name = '', ...parameters] = part.trim().toLowerCase().split(';');
    return name.trim() === encoding && !parameters.some((p) => /^\s*q=0(\.0*)?\s*$/.test(p));
  });
}
