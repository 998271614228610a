import { useEffect } from 'react';
import { isLanguage, languageQuery } from '#shared/language.ts';
import { useLanguage } from '../lib/language.ts';
import type { Page } from '../lib/page.ts';

/** Updates title, description and urls with page and language; the document already has the first ones. */
export function useDocumentHead(path: string, { head }: Page): void {
  const language = useLanguage();
  useEffect(() => {
    document.title = head.title();
    const set = (selector: string, name: string, value: string) =>
      document.head.querySelector(selector)?.setAttribute(name, value);
    set('meta[name="description"]', 'content', head.description());
    set('meta[property="og:title"]', 'content', head.title());
    set('meta[property="og:description"]', 'content', head.description());
    const canonical = document.head.querySelector<HTMLLinkElement>('link[rel="canonical"]');
    if (!canonical) return;
    const urlIn = (l: string) => new URL(path, canonical.href).href + (isLanguage(l) ? languageQuery(l) : '');
    for (const link of document.head.querySelectorAll<HTMLLinkElement>('link[hreflang]'))
      link.href = urlIn(link.hreflang);
    canonical.href = urlIn(language);
    set('meta[property="og:url"]', 'content', canonical.href);
  }, [path, head, language]);
}
