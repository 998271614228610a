import { readFileSync } from 'node:fs';
import { facts as brand } from '#brand/facts.ts';
import type { PageContent, SiteContent } from '#shared/catalogue/products.ts';
import { feedPath, type PagePaths, productPath, STORIES_PATH, storyPath } from '#shared/content/page-address.ts';
import { siteAddresses } from '#shared/content/page-addresses.ts';
import { policyPath } from '#shared/content/policy-page.ts';
import { FALLBACK_LANGUAGE, forEachLanguage, LANGUAGES, type Language } from '#shared/core/language.ts';
import { storyFeed } from './feed.ts';
import { type LineSheetParts, lineSheet } from './line-sheet.ts';
import { adminDocument, paletteStyle } from './look-document.ts';
import { type BuildManifest, pageHead, type RenderedPage } from './page-head.ts';
import { daysOfPages, sitemap, webManifest } from './site-map.ts';

/** The exports of client/entry-server.tsx, as built. */
export type Renderer = {
  pagesOf(content: PageContent): readonly { route: string; paths: PagePaths }[];
  render(path: string, language: Language, content: PageContent): Promise<RenderedPage>;
};

/**
 * What the build provides besides the renderer: the document around each page, the build's files, and each route's
 * source file.
 */
export type SiteParts = {
  template: string;
  manifest: BuildManifest;
  modules: Record<string, string>;
  lineSheet: LineSheetParts;
  /** The admin's document. */
  admin: string;
  /** The ids in the scripts for texts that the owner can change (scripts/messages.ts). */
  messageIds: Record<string, string>;
};

export type OnePage = { path: string; language: Language };

/** A page that could not be rendered: `page` is its path and language. */
export class RenderError extends Error {
  readonly page: string;
  constructor(page: string, cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.name = 'RenderError';
    this.page = page;
  }
}

/**
 * Renders every public page in every language as full HTML, and the files that list pages or derive from products.
 *
 * @param only this page alone, for a preview; nothing when there is no such page
 * @returns texts by their names in `dist`, such as `pages/en/index.html`
 * @throws RenderError
 */
export async function renderSite(
  renderer: Renderer,
  parts: SiteParts,
  site: SiteContent,
  only?: OnePage,
): Promise<Map<string, string>> {
  const content = toPageContent(site, parts.messageIds);
  const files = new Map<string, string>();
  const pages = renderer.pagesOf(content);
  const publicPages = new Set<PagePaths>();
  const template = withoutEntry(parts.template);
  const name = site.facts?.name ?? brand.name;
  let homeDescription = '';
  for (const language of LANGUAGES) {
    for (const { route, paths } of pages) {
      const path = paths[language];
      // A product or a story has a path in each language; each leads to the page in the requested language.
      if (only && (language !== only.language || !Object.values(paths).includes(only.path))) continue;
      try {
        const shown = contentOn(path, content);
        const page = { ...(await renderer.render(path, language, shown)), module: parts.modules[route] ?? '' };
        if (!page.isPrivate) publicPages.add(paths);
        if (path === '/' && language === FALLBACK_LANGUAGE) homeDescription = page.description;
        if (path === STORIES_PATH && site.stories && !only) {
          files.set(`client${feedPath(language)}`, storyFeed(site.stories, language, { ...page, name }));
        }
        const html = template
          .replace('<html lang="en">', `<html lang="${language}"${paletteStyle(site.look)}>`)
          .replace('<!--head-->', () =>
            pageHead(paths, language, page, { manifest: parts.manifest, name, look: site.look }),
          )
          .replace('<!--app-->', () => page.html)
          .replace('<!--content-->', () => contentBlock(shown));
        files.set(`pages/${language}/${path === '/' ? 'index' : path.slice(1)}.html`, html);
      } catch (error) {
        throw new RenderError(`${path} (${language})`, error);
      }
    }
  }
  if (only) return files;
  files.set('pages/addresses.json', JSON.stringify(siteAddresses(site, site.knownSlugs)));
  files.set('client/sitemap.xml', sitemap([...publicPages], daysOfPages(site)));
  files.set('client/manifest.webmanifest', webManifest(name, homeDescription, site.look));
  files.set('client/line-sheet.html', lineSheet(parts.lineSheet, site));
  if (site.look?.logo || name !== brand.name) {
    files.set('client/admin.html', adminDocument(parts.admin, name, site.look));
  }
  return files;
}

/** A changed text without a message in this build is left out. */
function toPageContent(
  { changedTexts = {}, changedOn: _, knownSlugs: __, ...content }: SiteContent,
  ids: SiteParts['messageIds'],
) {
  const entries = Object.entries(changedTexts).flatMap(([key, text]) => {
    const id = ids[key];
    return id === undefined ? [] : [[id, LANGUAGES.map((language) => text[language])] as const];
  });
  const shown: PageContent = { ...content, ...(entries.length > 0 && { texts: Object.fromEntries(entries) }) };
  return shown;
}

/** How many stories a page shows beside its own. */
const MAX_CARDS = 3;

/**
 * The content of one page: without other pages' policies, with its own path, and with the newest stories as cards; on a
 * product's page those about it come first.
 */
export function contentOn<C extends PageContent>(path: string, { policies, stories, ...content }: C) {
  const policy = policies?.find(({ kind }) => policyPath(kind) === path);
  const story = stories?.find((each) => LANGUAGES.some((language) => storyPath(each, language) === path));
  const isList = path === STORIES_PATH;
  const same = forEachLanguage(() => path);
  const own = policy
    ? { route: '/policies/_', paths: same }
    : story
      ? { route: '/stories/_', paths: forEachLanguage((language) => storyPath(story, language)) }
      : isList && stories
        ? { route: '/stories/_all', paths: same }
        : null;
  const product = content.products.find((each) => LANGUAGES.some((language) => productPath(each, language) === path));
  const cards = stories?.filter((each) => each !== story).map(({ text: _, ...each }) => each) ?? [];
  if (product) cards.sort((a, b) => Number(b.product === product.id) - Number(a.product === product.id));
  const shown = isList ? cards : [...(story ? [story] : []), ...cards.slice(0, MAX_CARDS)];
  return {
    ...content,
    ...(own && { own }),
    ...(policy && { policies: [policy] }),
    ...(stories && { stories: shown }),
  };
}

/** A data block, which the browser does not run; escaping prevents text from ending it early. */
export function contentBlock(shown: PageContent): string {
  const { revision, own, products, shipping, hasDiscount, facts, refundRule, policies, stories, faq, places, texts } =
    shown;
  const { look } = shown;
  const content: PageContent = {
    revision,
    ...(own && { own }),
    products,
    shipping,
    ...(hasDiscount && { hasDiscount }),
    ...(facts && { facts }),
    ...(refundRule && { refundRule }),
    ...(policies && { policies }),
    ...(stories && { stories }),
    ...(faq && { faq }),
    ...(places && { places }),
    ...(look?.logo && { look: { logo: look.logo } }),
    ...(texts && { texts }),
  };
  const text = JSON.stringify(content).replaceAll('<', '\\u003c');
  return `<script type="application/json" id="content">${text}</script>`;
}

/** Removes Vite's own tags of the entry; the head names the same files in the order that paints first. */
function withoutEntry(template: string): string {
  return template.replace(/\s*<(script type="module"[^>]*><\/script|link rel="(modulepreload|stylesheet)"[^>]*)>/g, '');
}

/** Reads the parts that the build has stored beside its renderer. */
export function readParts(folder: string): SiteParts {
  return JSON.parse(readFileSync(`${folder}/parts.json`, 'utf8'));
}
