import type { Config } from '#server/config.ts';
import type { Metrics } from '#server/metrics.ts';
import { forEachLanguage, type Language } from '#shared/core/language.ts';
import type { FastPath } from '../http-server.ts';
import { requestCounter } from '../request-log.ts';
import { hostRule, securityHeaders } from '../security-headers.ts';
import {
  assetHeaders,
  type CountPage,
  chooseVariant,
  isAsset,
  isSame,
  languageOf,
  pageHeaders,
  pagePaths,
  variantHeaders,
} from './pages.ts';
import type { Site, StoredFile, Variant } from './site-files.ts';

type Deps = { config: Config; metrics: Metrics; site: Site; hidden: ReadonlySet<string>; countPage: CountPage };
/** A variant with its complete response; headers are an array of alternating names and values. */
type Ready = Pick<Variant, 'encoding'> & { etag: string; whole: string[]; unchanged: string[]; body: string | Buffer };

/** Node writes headers and a text body of up to 16 KB at once; longer bodies are faster as a Buffer. */
const SHORT = 12 * 1024;

/**
 * Answers a plain request for a page or an asset with headers and bytes that are cached after the first request;
 * through Fastify the same response takes twice the time. All other requests are left to Fastify: other methods and
 * paths, a query, a foreign or missing Host.
 *
 * @see docs/decisions/0034-pages-through-the-server-factory.md
 */
export function staticFastPath({ config, metrics, site, hidden, countPage }: Deps): FastPath {
  const common = securityHeaders(config);
  const pagesIn = (language: Language) =>
    new Map(
      pagePaths(site, hidden).flatMap((path) => {
        const file = site.pages[language].get(path);
        return file ? [[path, whenAsked(() => makeReady(file, { ...common, ...pageHeaders(language) }))]] : [];
      }),
    );
  const assets = new Map(
    [...site.files]
      .filter(([path]) => isAsset(path))
      .map(([path, file]) => [path, whenAsked(() => makeReady(file, { ...common, ...assetHeaders(path) }))]),
  );
  // A publish replaces the pages, but not the assets.
  let from = site.pages;
  let pages = forEachLanguage(pagesIn);
  const isOurs = hostRule(config);
  const count = requestCounter(metrics);
  return (request, response) => {
    const { method, url = '', headers } = request;
    if (method !== 'GET' && method !== 'HEAD') return false;
    // Fastify limits the transfer time of a body.
    if (headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined) return false;
    if (site.pages !== from) {
      from = site.pages;
      pages = forEachLanguage(pagesIn);
    }
    const language = languageOf(headers);
    const page = pages[language].get(url);
    const variants = page ?? assets.get(url);
    if (!variants || !isOurs(request)) return false;
    count();
    if (page && method === 'GET') countPage(request, url, language);
    const { etag, whole, unchanged, body } = chooseVariant(variants(), headers['accept-encoding']);
    if (isSame(headers['if-none-match'], etag)) response.writeHead(304, unchanged).end();
    else response.writeHead(200, whole).end(body, 'latin1');
    return true;
  };
}

/** Cached at the first request, because most files are never requested. */
function whenAsked(make: () => Ready[]): () => Ready[] {
  let ready: Ready[] | undefined;
  return () => (ready ??= make());
}

function makeReady(file: StoredFile, common: Record<string, string>): Ready[] {
  return file.variants.map((variant) => {
    const { encoding, body } = variant;
    const { etag, ...rest } = variantHeaders(file, variant);
    const length = String(body.length);
    return {
      encoding,
      etag,
      whole: Object.entries({ ...common, etag, ...rest, 'content-length': length }).flat(),
      unchanged: Object.entries({ ...common, etag }).flat(),
      body: body.length <= SHORT ? body.toString('latin1') : body,
    };
  });
}
