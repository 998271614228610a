import { pageTexts } from '#brand/texts/tables.ts';
import type { BaseDeps } from '#server/deps.ts';
import { eachSecond } from '#server/each-second.ts';
import { escapeHtml } from '#server/html.ts';
import { packFile, type Site, type StoredFile } from '#server/plugins/pages/site-files.ts';
import { fillBrandWords } from '#shared/content/brand-words.ts';
import { LANGUAGES, type Language } from '#shared/core/language.ts';
import { isStoreType, storeTypeKey } from '#shared/stores/store-types.ts';
import type { PublicStoreLocation } from '#shared/stores/stores.ts';
import { findLocationsVersion } from './repository.ts';
import { listPublicLocations } from './service.ts';

type Deps = Pick<BaseDeps, 'db' | 'clock' | 'log' | 'changedText'> & { site: Site };

const PATH = '/wholesale';
/** The slot of the list in the document (client/features/stores/stores-section.tsx). */
const SLOT = '<noscript id="store-list"></noscript>';
/** Each visitor of the page loads them; 200 are about 9 KB compressed. */
const MAX_STORES = 200;

/** Keeps the stores in their page up to date, at most a second behind a change or a publish. */
export function followStores(deps: Deps): { stop(): Promise<void> } {
  const refresh = storesInPage(deps);
  return eachSecond(refresh, (error) => deps.log.warn({ err: error }, 'could not write the stores into their page'));
}

/**
 * Writes the stores into the documents of their page: as a list for readers without scripts, such as crawlers, and as
 * structured data. The page's finder reads its own list.
 *
 * @returns does it again if the stores or the pages have changed since
 */
export function storesInPage(deps: Deps): () => Promise<void> {
  const { db, site } = deps;
  /** The document without stores, by the one with stores. */
  const plain = new WeakMap<StoredFile, StoredFile>();
  let shown: string | null = null;
  return async () => {
    const { pages } = site;
    const version = await findLocationsVersion(db);
    const documents = LANGUAGES.flatMap((language) => {
      const document = pages[language].get(PATH);
      return document ? [{ language, document }] : [];
    });
    if (version === shown && documents.every(({ document }) => version === null || plain.has(document))) return;
    const stores = (await listPublicLocations(deps)).slice(0, MAX_STORES);
    const next = { ...pages };
    for (const { language, document } of documents) {
      const before = plain.get(document) ?? document;
      const html = before.variants.at(-1)?.body.toString() ?? '';
      const body = Buffer.from(withStores(html, stores, (type) => typeIn(type, language, deps.changedText)));
      const written = await packFile(body, before.type);
      plain.set(written, before);
      next[language] = new Map(pages[language]).set(PATH, written);
    }
    // A publish has replaced the pages meanwhile; the next call uses those.
    if (site.pages !== pages) return;
    site.pages = next;
    shown = version;
  };
}

function withStores(html: string, stores: readonly PublicStoreLocation[], typeOf: (type: string) => string): string {
  if (stores.length === 0 || !html.includes(SLOT)) return html;
  const items = stores.map(
    ({ name, address, storeType }) =>
      `<li class="rounded-card bg-white p-5"><p class="font-display text-brand">${escapeHtml(name)}</p>` +
      `<p>${escapeHtml(address)}</p><p class="text-sm">${escapeHtml(typeOf(storeType))}</p></li>`,
  );
  // A data block: the browser does not run it, and escaping prevents text from ending it early.
  const data = JSON.stringify({ '@context': 'https://schema.org', '@graph': stores.map(toThing) });
  return html
    .replace(SLOT, () => SLOT.replace('><', () => `><ul class="grid gap-3">${items.join('')}</ul><`))
    .replace('</head>', () => `<script type="application/ld+json">${data.replaceAll('<', '\\u003c')}</script></head>`);
}

/** @see https://developers.google.com/search/docs/appearance/structured-data/local-business */
function toThing({ name, address, latitude, longitude }: PublicStoreLocation) {
  const geo = { '@type': 'GeoCoordinates', latitude: Number(latitude), longitude: Number(longitude) };
  return { '@type': 'Store', name, address, geo };
}

/** The page's text for it; the owner's own types are unchanged. */
function typeIn(type: string, language: Language, changed: Deps['changedText']): string {
  if (!isStoreType(type)) return type;
  const key = storeTypeKey(type);
  return changed(key, language) ?? fillBrandWords(pageTexts.stores[language][key], language);
}
