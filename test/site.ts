import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { loadSite, type Site } from '#server/plugins/pages/site-files.ts';
import type { PageAddresses } from '#shared/content/page-addresses.ts';
import { LANGUAGES } from '#shared/core/language.ts';
import { PUBLIC_ORIGIN } from '#shared/core/public-origin.ts';
import { localized } from '#test/localized.ts';

export const SCRIPT = `console.log("${'guava '.repeat(200)}");`;

/** A small built site, with private files beside it that must not be served. */
export function aSite(publicUrl: string): Site {
  const dist = mkdtempSync(join(tmpdir(), 'shop-site-'));
  const write = (name: string, content: string) => {
    mkdirSync(dirname(join(dist, name)), { recursive: true });
    writeFileSync(join(dist, name), content);
  };
  for (const language of LANGUAGES) {
    for (const page of ['index', 'about', 'shop', '404', '410', language === 'en' ? 'product/box' : 'product/caja']) {
      const head = `<link rel="canonical" href="${PUBLIC_ORIGIN}/${page}">`;
      write(`pages/${language}/${page}.html`, `<html lang="${language}">${head}${page} ${'x'.repeat(500)}</html>`);
    }
  }
  const addresses: PageAddresses = {
    same: localized<Record<string, string>>({ '/product/caja': '/product/box' }, { '/product/box': '/product/caja' }),
    moved: { '/product/old-box': '/product/box' },
    gone: ['/product/sold-for-good'],
  };
  write('pages/addresses.json', JSON.stringify(addresses));
  write('client/admin.html', '<html>admin</html>');
  write('client/assets/app-abc123.js', SCRIPT);
  writeFileSync(join(dist, 'client/assets/app-abc123.js.br'), brotliCompressSync(SCRIPT));
  writeFileSync(join(dist, 'client/assets/app-abc123.js.gz'), gzipSync(SCRIPT));
  write('client/assets/app-abc123.js.map', '{"secret":"SECRET-WORD"}');
  write('client/.vite/manifest.json', '{"secret":"SECRET-WORD"}');
  write('client/favicon.svg', '<svg/>');
  write('client/robots.txt', `Sitemap: ${PUBLIC_ORIGIN}/sitemap.xml`);
  write('build.json', '{"secret":"SECRET-WORD"}');
  const site = loadSite(dist, publicUrl);
  rmSync(dist, { recursive: true, force: true });
  return site;
}
