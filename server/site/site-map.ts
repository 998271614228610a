import { look as brandLook } from '#brand/emails/look.ts';
import type { SiteContent } from '#shared/catalogue/products.ts';
import { type PagePaths, pageAddress, productPath, STORIES_PATH, storyPath } from '#shared/content/page-address.ts';
import { policyPath } from '#shared/content/policy-page.ts';
import { FALLBACK_LANGUAGE, LANGUAGES } from '#shared/core/language.ts';
import { PUBLIC_ORIGIN } from '#shared/core/public-origin.ts';
import type { PublicLook } from '#shared/look/look.ts';
import { type LookPicture, lookPicturePath } from '#shared/look/pictures.ts';

/**
 * Every public page in every language, with links to its other languages (sitemaps.org, Google's `xhtml:link`).
 *
 * @param days of the last change, by path; search engines ignore the days of a sitemap in which some are wrong
 */
export function sitemap(pages: readonly PagePaths[], days: ReadonlyMap<string, string>): string {
  const lastmod = (path: string) => {
    const day = days.get(path);
    return day ? `    <lastmod>${day}</lastmod>\n` : '';
  };
  const twins = (paths: PagePaths) =>
    [
      ...LANGUAGES.map((l) => [l, pageAddress(paths[l], l)]),
      ['x-default', pageAddress(paths[FALLBACK_LANGUAGE], FALLBACK_LANGUAGE)],
    ]
      .map(([l, address]) => `    <xhtml:link rel="alternate" hreflang="${l}" href="${address}"/>`)
      .join('\n');
  const entries = pages.flatMap((paths) =>
    LANGUAGES.map(
      (l) => `  <url>\n    <loc>${pageAddress(paths[l], l)}</loc>\n${lastmod(paths[l])}${twins(paths)}\n  </url>`,
    ),
  );
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">',
    ...entries,
    '</urlset>\n',
  ].join('\n');
}

/** The days on which pages of a single thing, or lists of such things, changed; other pages have none. */
export function daysOfPages({ products, stories = [], policies = [], changedOn = {} }: SiteContent) {
  const days = new Map<string, string>();
  /** The latest day counts. */
  const note = (path: string, day: string | undefined) => {
    if (day && day > (days.get(path) ?? '')) days.set(path, day);
  };
  for (const { kind, updatedOn } of policies) note(policyPath(kind), updatedOn);
  for (const language of LANGUAGES) {
    for (const product of products) note(productPath(product, language), changedOn[`product/${product.id}`]);
    for (const story of stories) {
      for (const path of [storyPath(story, language), STORIES_PATH]) {
        note(path, story.publishedOn);
        note(path, changedOn[`story/${story.id}`]);
      }
    }
  }
  return days;
}

/** The admin and the shoppers' order pages are private; everything else may be indexed. */
export function robots(): string {
  return `User-agent: *\nDisallow: /admin\nDisallow: /order\nDisallow: /api\nAllow: /api/catalogue\nAllow: /api/store-locations\n\nSitemap: ${PUBLIC_ORIGIN}/sitemap.xml\n`;
}

/** For home screens; the site opens in the visitor's language. */
export function webManifest(name: string, description: string, look?: PublicLook): string {
  const ground = look?.palette?.ground ?? brandLook.ground;
  const icon = (file: LookPicture, size: number, purpose: string) => ({
    src: look?.pictures === undefined ? `/${file}` : lookPicturePath(look.pictures, file),
    sizes: `${size}x${size}`,
    type: 'image/png',
    purpose,
  });
  return JSON.stringify({
    name,
    short_name: name,
    description,
    lang: FALLBACK_LANGUAGE,
    start_url: '/',
    display: 'browser',
    background_color: ground,
    theme_color: ground,
    icons: [
      icon('icon-192.png', 192, 'any'),
      icon('icon-512.png', 512, 'any'),
      icon('icon-maskable-512.png', 512, 'maskable'),
    ],
  });
}
