import type { IncomingMessage } from 'node:http';
import type { Config } from '#server/config.ts';
import type { Clock } from '#server/deps.ts';
import { sessionCookieName } from '#server/features/admin/session-cookie.ts';
import type { CountPage } from '#server/plugins/pages/pages.ts';
import type { Site } from '#server/plugins/pages/site-files.ts';
import { cleanText } from '#server/plugins/safe-text.ts';
import { SANDBOX_STEP_PATH } from '#shared/checkout/checkout.ts';
import { FALLBACK_LANGUAGE, type Language } from '#shared/core/language.ts';
import { linkSource, sourceOf } from '#shared/orders/source.ts';
import { shopDay } from '#shared/shipping/ship-days.ts';
import { OTHER_SOURCES } from '#shared/visits/visits.ts';
import { pageRead } from './arrival.ts';

/** A row of `visit_days`, or an increment of one. */
export type VisitCount = {
  day: string;
  page: string;
  source: string;
  language: Language;
  visits: number;
  views: number;
};

/** Maximum of distinct sources in memory; visits of further ones are counted together. */
export const MAX_WAITING_SOURCES = 500;
/** Maximum of rows in memory while the database is away; further ones are dropped. */
export const MAX_WAITING_ROWS = 20_000;
const MINUTE_MS = 60_000;

type Deps = { config: Pick<Config, 'publicUrl'>; clock: Pick<Clock, 'now'>; site: Site };

/** Counts visits in memory; `writer.ts` stores them. It reads the request's headers and keeps none of them. */
export class VisitCounter {
  readonly #site: Site;
  readonly #clock: Deps['clock'];
  readonly #ownHost: string;
  readonly #adminCookie: string;
  #waiting = new Map<string, VisitCount>();
  #sources = new Set<string>();
  #day = { minute: Number.NaN, name: '' };
  #names: { of: Site['pages'] | null; byPath: Map<string, string> } = { of: null, byPath: new Map() };

  constructor({ config, clock, site }: Deps) {
    this.#site = site;
    this.#clock = clock;
    this.#ownHost = new URL(config.publicUrl).host;
    this.#adminCookie = `${sessionCookieName(config)}=`;
  }

  /** Counts one page. It must never throw, because it runs before the page is sent. */
  readonly count: CountPage = ({ headers, url }: Pick<IncomingMessage, 'headers' | 'url'>, path, language) => {
    const [, query] = url?.split('?', 2) ?? [];
    const read = pageRead(headers, query, this.#ownHost);
    // The owner at work is not a visitor.
    if (read === null || path === SANDBOX_STEP_PATH || headers.cookie?.includes(this.#adminCookie)) return;
    const source = read === 'visit' && query !== undefined ? sourceIn(query) : '';
    this.#add({
      day: this.#today(),
      page: this.#nameOf(path),
      source,
      language,
      visits: read === 'visit' ? 1 : 0,
      views: 1,
    });
  };

  /** Takes the counts since the last call. */
  take(): VisitCount[] {
    const taken = [...this.#waiting.values()];
    this.#waiting = new Map();
    this.#sources = new Set();
    return taken;
  }

  /** Adds counts that could not be written, for the next `take`. */
  putBack(counts: readonly VisitCount[]): void {
    for (const count of counts) this.#add(count);
  }

  #add({ source: wanted, ...count }: VisitCount): void {
    const isNew = wanted !== '' && wanted !== OTHER_SOURCES && !this.#sources.has(wanted);
    const source = isNew && this.#sources.size >= MAX_WAITING_SOURCES ? OTHER_SOURCES : wanted;
    const key = `${count.day} ${count.page} ${source} ${count.language}`;
    const known = this.#waiting.get(key);
    if (known) {
      known.visits += count.visits;
      known.views += count.views;
    } else if (this.#waiting.size < MAX_WAITING_ROWS) {
      if (isNew && source === wanted) this.#sources.add(source);
      this.#waiting.set(key, { ...count, source });
    }
  }

  /** Formatted once a minute, which is when a day can begin in any time zone. */
  #today(): string {
    const now = this.#clock.now();
    const minute = Math.floor(now.getTime() / MINUTE_MS);
    if (minute !== this.#day.minute) this.#day = { minute, name: shopDay(now) };
    return this.#day.name;
  }

  /**
   * The canonical path of a page with several paths, such as a product's in each language: the one in the fallback
   * language.
   */
  #nameOf(path: string): string {
    const { pages } = this.#site;
    if (this.#names.of !== pages) {
      const byFile = new Map<unknown, string>();
      for (const [own, file] of pages[FALLBACK_LANGUAGE]) if (!byFile.has(file)) byFile.set(file, own);
      const byPath = [...pages[FALLBACK_LANGUAGE]].map(([each, file]) => [each, byFile.get(file) ?? each] as const);
      this.#names = { of: pages, byPath: new Map(byPath) };
    }
    return this.#names.byPath.get(path) ?? path;
  }
}

/** In the form that the checkout stores: API calls have invisible characters removed. */
function sourceIn(query: string): string {
  const written = linkSource(new URLSearchParams(query));
  return (written === null ? null : sourceOf(cleanText(written))) ?? '';
}
