import { text } from 'node:stream/consumers';
import { pack } from '#server/plugins/pages/pack.ts';
import type { SiteContent } from '#shared/catalogue/products.ts';
import { PUBLIC_ORIGIN } from '#shared/core/public-origin.ts';
import { type OnePage, RenderError, type Renderer, readParts, renderSite } from './render-site.ts';

// Renders all pages of a snapshot, in a separate process that opens no database and then exits. The server starts it
// when the owner publishes: content comes in on stdin, files go out on stdout, the page that failed on stderr.

/** What the server sends. */
type Order = { content: SiteContent; publicUrl: string; only?: OnePage };

async function encode(page: string): Promise<{ br: string; gz: string }> {
  const { br, gz } = await pack(Buffer.from(page));
  return { br: br.toString('base64'), gz: gz.toString('base64') };
}

try {
  const { content, publicUrl, only } = JSON.parse(await text(process.stdin)) as Order;
  const renderer: Renderer = await import(new URL('entry-server.js', import.meta.url).href);
  const files = await renderSite(renderer, readParts(import.meta.dirname), content, only);
  const packed = await Promise.all(
    [...files].map(async ([name, page]) => [name, await encode(page.replaceAll(PUBLIC_ORIGIN, publicUrl))] as const),
  );
  process.stdout.write(JSON.stringify(Object.fromEntries(packed)));
} catch (error) {
  const page = error instanceof RenderError ? error.page : null;
  process.stderr.write(JSON.stringify({ page, message: error instanceof Error ? error.message : String(error) }));
  process.exitCode = 1;
}
