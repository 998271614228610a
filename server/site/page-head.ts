import { look as brandLook } from '#brand/emails/look.ts';
import { feedPath, type PagePaths, pageAddress } from '#shared/content/page-address.ts';
import { FALLBACK_LANGUAGE, LANGUAGES, type Language, LOCALES } from '#shared/core/language.ts';
import { PUBLIC_ORIGIN } from '#shared/core/public-origin.ts';
import type { PublicLook } from '#shared/look/look.ts';
import { lookPicturePath } from '#shared/look/pictures.ts';

/** The result of `client/entry-server.tsx` for a page. */
export type RenderedPage = {
  html: string;
  title: string;
  description: string;
  isPrivate: boolean;
  structuredData: object;
  image: { path: string; width: number; height: number; alt: string };
  /** The feed's title in each language, if the page has one. */
  feed?: Record<Language, string>;
};
/** With the page's source file, as the build's manifest names it. */
type Rendered = RenderedPage & { module: string };

type Chunk = { file: string; imports?: string[]; css?: string[]; assets?: string[] };
/** Vite's `manifest.json`: chunks by source file. */
export type BuildManifest = Record<string, Chunk>;

/** What the heads of all pages share. */
type Shop = { manifest: BuildManifest; name: string; look: PublicLook | undefined };

const ENTRY = 'index.html';
const START = 'start.ts';
/** The fonts of the first view, which are all fonts of the site. */
const PRELOADED_FONTS = /(yeseva-one-latin-400|figtree-latin-wght)-normal\.woff2$/;

/**
 * The content of a page's head besides charset and viewport; absolute URLs contain the placeholder of the public
 * address.
 */
export function pageHead(paths: PagePaths, language: Language, page: Rendered, shop: Shop): string {
  const { manifest, look } = shop;
  return [
    `<title>${escapeHtml(page.title)}</title>`,
    meta('description', page.description),
    ...fonts(manifest),
    ...code(page.module, manifest),
    ...icons(look?.pictures),
    meta('theme-color', look?.palette?.ground ?? brandLook.ground),
    ...(page.isPrivate ? [meta('robots', 'noindex')] : shared(paths, language, page, shop.name)),
  ].join('\n    ');
}

/** Icons of the owner's logo have names of their own, so that a cached one of another logo is never shown. */
function icons(pictures: string | undefined): string[] {
  if (pictures === undefined) {
    return [
      '<link rel="icon" href="/favicon.svg" type="image/svg+xml">',
      '<link rel="apple-touch-icon" href="/apple-touch-icon.png">',
      '<link rel="manifest" href="/manifest.webmanifest">',
    ];
  }
  return [
    `<link rel="icon" href="${lookPicturePath(pictures, 'icon-48.png')}" type="image/png" sizes="48x48">`,
    `<link rel="apple-touch-icon" href="${lookPicturePath(pictures, 'icon-180.png')}">`,
    `<link rel="manifest" href="/manifest.webmanifest?look=${pictures}">`,
  ];
}

function shared(paths: PagePaths, language: Language, page: Rendered, name: string): string[] {
  const { image } = page;
  const other = LANGUAGES.filter((l) => l !== language);
  return [
    `<link rel="canonical" href="${pageAddress(paths[language], language)}">`,
    ...LANGUAGES.map((l) => `<link rel="alternate" hreflang="${l}" href="${pageAddress(paths[l], l)}">`),
    `<link rel="alternate" hreflang="x-default" href="${pageAddress(paths[FALLBACK_LANGUAGE], FALLBACK_LANGUAGE)}">`,
    ...LANGUAGES.flatMap((l) => {
      const title = page.feed?.[l];
      if (!title) return [];
      return `<link rel="alternate" type="application/atom+xml" hreflang="${l}" title="${escapeHtml(title)}" href="${PUBLIC_ORIGIN}${feedPath(l)}">`;
    }),
    property('og:type', 'website'),
    property('og:site_name', name),
    property('og:title', page.title),
    property('og:description', page.description),
    property('og:url', pageAddress(paths[language], language)),
    property('og:locale', ogLocale(language)),
    ...other.map((l) => property('og:locale:alternate', ogLocale(l))),
    property('og:image', PUBLIC_ORIGIN + image.path),
    property('og:image:width', String(image.width)),
    property('og:image:height', String(image.height)),
    property('og:image:alt', image.alt),
    meta('twitter:card', 'summary_large_image'),
    // A data block: the browser does not run it, and escaping prevents text from ending it early.
    `<script type="application/ld+json">${JSON.stringify(page.structuredData).replaceAll('<', '\\u003c')}</script>`,
  ];
}

/** Open Graph's spelling, https://ogp.me: `en_US`. */
const ogLocale = (language: Language) => LOCALES[language].replace('-', '_');

function fonts(manifest: BuildManifest): string[] {
  const files = Object.entries(manifest).filter(([source]) => PRELOADED_FONTS.test(source));
  if (files.length !== 2) throw new Error('The build has other fonts than the head preloads: see PRELOADED_FONTS');
  return files.map(([, { file }]) => `<link rel="preload" href="/${file}" as="font" type="font/woff2" crossorigin>`);
}

/**
 * The style sheet, then the small script that loads the entry, the page's chunk and their imports after the first view
 * (client/start.ts). Loaded at once, they would compete with the first picture for bandwidth.
 */
function code(module: string, manifest: BuildManifest): string[] {
  const entry = manifest[ENTRY];
  const start = manifest[START];
  if (!entry || !start || !manifest[module])
    throw new Error(`The build has no ${module} for a path of client/routes.tsx`);
  const wanted = new Set([...reach(ENTRY, manifest), ...reach(module, manifest)]);
  const chunks = [...wanted].map((name) => manifest[name]).filter((chunk) => chunk !== undefined);
  const styles = new Set(chunks.flatMap((chunk) => chunk.css ?? []));
  const parts = chunks.filter((chunk) => chunk !== entry).map(({ file }) => `/${file}`);
  return [
    ...[...styles].map((file) => `<link rel="stylesheet" href="/${file}">`),
    `<script type="module" src="/${start.file}" fetchpriority="low" data-entry="/${entry.file}" data-chunks="${parts.join(' ')}"></script>`,
  ];
}

/** A chunk and everything that it imports statically. */
function reach(name: string, manifest: BuildManifest, seen = new Set<string>()): Set<string> {
  if (!seen.has(name)) {
    seen.add(name);
    for (const next of manifest[name]?.imports ?? []) reach(next, manifest, seen);
  }
  return seen;
}

function meta(name: string, content: string): string {
  return `<meta name="${name}" content="${escapeHtml(content)}">`;
}

function property(name: string, content: string): string {
  return `<meta property="${name}" content="${escapeHtml(content)}">`;
}

export function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
