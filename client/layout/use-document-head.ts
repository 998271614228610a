import { useEffect } from 'react';
import { FALLBACK_LANGUAGE, isLanguage, languageQuery } from '#shared/core/language.ts';
import { pathIn } from '../lib/catalogue.ts';
import { useLanguage } from '../lib/language.ts';
import { headOf, type Page } from '../lib/page.ts';

/** Updates title, description and URL with page and language; the document already has the first ones. */
export function useDocumentHead(path: string, page: Page): void {
  const language = useLanguage();
  useEffect(() => {
    const head = headOf(page, path);
    document.title = head.title();
    const set = (selector: string, name: string, value: string) =>
      document.head.querySelector(selector)?.setAttribute(name, value);
    set('meta[name="description"]', 'content', head.description());
    set('meta[property="og:title"]', 'content', head.title());
    set('meta[property="og:description"]', 'content', head.description());
    // Each language has its own URL, which replaces the current one without a new history entry.
    const own = pathIn(path, language);
    if (own !== path) history.replaceState(history.state, '', own + location.search + location.hash);
    const canonical = document.head.querySelector<HTMLLinkElement>('link[rel="canonical"]');
    if (!canonical) return;
    const urlIn = (l: string) => {
      const its = isLanguage(l) ? l : FALLBACK_LANGUAGE;
      return new URL(pathIn(path, its), canonical.href).href + languageQuery(its);
    };
    for (const link of document.head.querySelectorAll<HTMLLinkElement>('link[hreflang]:not([type])'))
      link.href = urlIn(link.hreflang);
    canonical.href = urlIn(language);
    set('meta[property="og:url"]', 'content', canonical.href);
  }, [path, page, language]);
}
