import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { extname } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { cookieLanguage } from '#server/deps.ts';
import { AppError } from '#server/errors.ts';
import { ADMIN_LOGIN_PATH, adminScreenAt, DASHBOARD_PATH } from '#shared/admin/paths.ts';
import { FALLBACK_LANGUAGE, isLanguage, type Language, negotiateLanguage } from '#shared/core/language.ts';
import { presentAdminPath } from './earlier-admin.ts';
import { type Site, type StoredFile, TYPES, type Variant } from './site-files.ts';

/** A page may be cached, but must be revalidated: it depends on the language and refers to assets of one build. */
const PAGE_CACHE = 'no-cache';
/** File names under /assets contain a content hash. */
export const ASSET_CACHE = 'public, max-age=31536000, immutable';
const PAGE_VARY = 'accept-encoding, accept-language, cookie';
const LOOSE_CACHE = 'public, max-age=3600';

const PARTS = new Set(['.js', '.css', '.map']);

const ENCODINGS = ['br', 'gzip'] as const;
const REMEMBERED = 500;

/** Documents for unknown and removed paths; they have no path of their own. */
const MISSING = '/404';
const GONE = '/410';
/** The one document of all order status pages, and their paths. */
const ORDER_SHELL = '/order/_';
const ORDER_PAGE = /^\/order\/[^/]+$/;

/** Called before each answer to a GET of a page that has a path of its own, by the fast path or by Fastify. */
export type CountPage = (request: IncomingMessage, path: string, language: Language) => void;

/** Serves pages and assets. Everything else is a 404: a page for browsers and JSON under /api. */
export function addPages(
  app: FastifyInstance,
  site: Site,
  { hidden, countPage }: { hidden: ReadonlySet<string>; countPage: CountPage },
): void {
  app.setNotFoundHandler((request, reply) => {
    const path = pathOf(request);
    if (path === '/api' || path.startsWith('/api/') || !['GET', 'HEAD'].includes(request.method)) {
      throw new AppError('not_found');
    }
    const language = pageLanguage(request);
    const pages = site.pages[language];
    if (path === '/admin' || path === '/admin/') {
      return reply.header('cache-control', 'no-store').redirect(DASHBOARD_PATH, 302);
    }
    if (path.startsWith('/admin/')) {
      const present = presentAdminPath(request.url);
      if (present) return reply.header('cache-control', 'no-store').redirect(present, 302);
      // Every other path under /admin is a 404 (docs/specification.md#admin).
      const isKnown = path === ADMIN_LOGIN_PATH || adminScreenAt(path) !== null;
      if (site.admin) return sendAdmin(request, reply.status(isKnown ? 200 : 404), site.admin);
    }
    const order = ORDER_PAGE.test(path) ? pages.get(ORDER_SHELL) : undefined;
    if (order) return sendOrderPage(request, reply, order, language);
    const page = hasPage(path, hidden) ? pages.get(path) : undefined;
    if (page) {
      if (request.method === 'GET') countPage(request.raw, path, language);
      return sendPage(request, reply, page, language);
    }
    // Revalidated on each use, because a move may be reversed later.
    const present = site.moved.get(path);
    if (present)
      return reply.header('cache-control', PAGE_CACHE).redirect(present + request.url.slice(path.length), 301);
    const farewell = site.gone.has(path) ? pages.get(GONE) : undefined;
    if (farewell) return sendPage(request, reply.status(410), farewell, language);
    const file = site.files.get(path);
    if (file) return sendFile(request, reply.headers(assetHeaders(path)), file);
    // One URL for each page: a trailing slash and capitals redirect to the plain path, if that page exists.
    const bare = path.replace(/\/$/, '').toLowerCase();
    if (bare !== path && hasPage(bare, hidden) && (pages.has(bare) || site.moved.has(bare) || site.gone.has(bare))) {
      return reply.redirect(bare + request.url.slice(path.length), 308);
    }
    const missing = pages.get(MISSING);
    if (!missing || isPart(path) || !isRead(request, path)) {
      return reply.status(404).type('text/plain; charset=utf-8').send('404 Not Found');
    }
    const headers = { ...pageHeaders(language), vary: `${PAGE_VARY}, accept` };
    return sendFile(request, reply.status(404).headers(headers), missing);
  });
}

function hasPage(path: string, hidden: ReadonlySet<string>): boolean {
  return path !== MISSING && path !== GONE && !hidden.has(path);
}

/** Paths that have a page of their own, the same in every language. */
export function pagePaths(site: Site, hidden: ReadonlySet<string>): string[] {
  return [...site.pages[FALLBACK_LANGUAGE].keys()].filter((path) => path !== ORDER_SHELL && hasPage(path, hidden));
}

function pathOf(request: FastifyRequest): string {
  return request.url.split('?', 1)[0] ?? '/';
}

/** `?lang=`, else the cookie that mirrors local storage, else what the browser asks for, else English. */
function pageLanguage(request: FastifyRequest): Language {
  const asked = (request.query as Record<string, unknown>)?.lang;
  if (isLanguage(asked)) return asked;
  return languageOf(request.headers);
}

export function languageOf(headers: IncomingHttpHeaders): Language {
  return cookieLanguage(headers.cookie) ?? negotiated(headers['accept-language'] ?? '');
}

const negotiated = remember(negotiateLanguage);
const encodingsOf = remember((header: string) => new Set(ENCODINGS.filter((encoding) => accepts(header, encoding))));

/** Caches results for common browsers' headers; the size limit keeps unusual headers from filling it. */
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
  return sendFile(request, reply.headers(pageHeaders(language)), file);
}

export function pageHeaders(language: Language) {
  return { 'cache-control': PAGE_CACHE, 'content-language': language, vary: PAGE_VARY };
}

/** The URL grants access to the order, so the page is not cached and not indexed. */
function sendOrderPage(request: FastifyRequest, reply: FastifyReply, file: StoredFile, language: Language) {
  const headers = { ...pageHeaders(language), 'cache-control': 'no-store', 'x-robots-tag': 'noindex' };
  return sendFile(request, reply.headers(headers), file);
}

/** Never cached; the browser chooses the language. */
function sendAdmin(request: FastifyRequest, reply: FastifyReply, file: StoredFile) {
  return sendFile(
    request,
    reply.headers({
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex, nofollow',
      vary: 'accept-encoding, cookie',
    }),
    file,
  );
}

/** Files whose names contain a content hash. */
export function isAsset(path: string): boolean {
  return path.startsWith('/assets/');
}

export function assetHeaders(path: string) {
  return { 'cache-control': isAsset(path) ? ASSET_CACHE : LOOSE_CACHE, vary: 'accept-encoding' };
}

/** A missing asset is never answered with a page: a browser or proxy would take the page for the script (W3). */
function isPart(path: string): boolean {
  return isAsset(path) || PARTS.has(extname(path));
}

/** Whether a person will read the answer: the path has no file extension, or the browser navigates to it. */
function isRead(request: FastifyRequest, path: string): boolean {
  const extension = extname(path);
  if (!(extension in TYPES) || extension === '.html') return true;
  // A browser that loads a picture accepts pictures and anything, but never HTML explicitly.
  return /(?:^|,)\s*text\/html\b/i.test(request.headers.accept ?? '');
}

/** Sends the best encoding that the reader accepts, with an ETag, or 304 if the reader has it. */
export function sendFile(request: FastifyRequest, reply: FastifyReply, file: StoredFile) {
  const variant = chooseVariant(file.variants, request.headers['accept-encoding']);
  const { etag, ...headers } = variantHeaders(file, variant);
  reply.header('etag', etag);
  if (reply.statusCode === 200 && isSame(request.headers['if-none-match'], etag)) return reply.status(304).send();
  return reply.headers(headers).send(variant.body);
}

/** The best encoding that the reader accepts, else the uncompressed one. */
export function chooseVariant<V extends Pick<Variant, 'encoding'>>(variants: V[], header = ''): V {
  const accepted = encodingsOf(header);
  const found = variants.find((v) => v.encoding === undefined || accepted.has(v.encoding)) ?? variants.at(-1);
  if (!found) throw new Error('A stored file has at least its plain variant');
  return found;
}

export function variantHeaders(file: StoredFile, { encoding }: Variant) {
  return {
    // One ETag for each representation (RFC 9110, 8.8.3): a cache must not take the compressed bytes for the plain
    // ones.
    etag: `"${file.etag}${encoding ? `-${encoding}` : ''}"`,
    ...(encoding ? { 'content-encoding': encoding } : {}),
    'content-type': file.type,
  };
}

/** Whether the reader has the representation with this ETag (If-None-Match). */
export function isSame(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  return header.split(',').some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === etag);
}

function accepts(header: string, encoding: string): boolean {
  return header.split(',').some((part) => {
    const [name = '', ...parameters] = part.trim().toLowerCase().split(';');
    return name.trim() === encoding && !parameters.some((p) => /^\s*q=0(\.0*)?\s*$/.test(p));
  });
}
