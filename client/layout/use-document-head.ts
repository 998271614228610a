import { useEffect } from 'react';
import { useLanguage } from '../lib/language.ts';
import type { Page } from '../routes.tsx';

/** Title, description and address follow page and language; the first ones stand in the document already. */
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
    const address = (l: string) => `${new URL(path, canonical.href).href}${l === 'es' ? '?lang=es' : ''}`;
    for (const link of document.head.querySelectorAll<HTMLLinkElement>('link[hreflang]'))
      link.href = address(link.hreflang);
    canonical.href = address(language);
    set('meta[property="og:url"]', 'content', canonical.href);
  }, [path, head, language]);
}
