import type { App, BaseDeps } from '#server/deps.ts';
import { AppError } from '#server/errors.ts';
import { FileCache } from '#server/features/media/file-cache.ts';
import { limited } from '#server/features/media/limited.ts';
import { ASSET_CACHE, isSame } from '#server/plugins/pages/pages.ts';
import { TYPES } from '#server/plugins/pages/site-files.ts';
import { type LookPicture, lookPicturePath } from '#shared/look/pictures.ts';
import { lookContent } from './kinds.ts';
import { readLookFile } from './service.ts';

const CACHE_BYTES = 8 * 1024 * 1024;
/** Concurrent reads; shoppers' own queries run in between. */
const READS_AT_ONCE = 2;
const NAME = /^[0-9a-f]{16}-[a-z0-9-]{1,30}\.(svg|png|jpg)$/;
/** A file opened directly in a browser shows a picture, and neither runs nor loads anything. */
const POLICY = "default-src 'none'; sandbox";

/**
 * Icon paths that browsers and link previews request without reading a page, and the pictures that they redirect to.
 */
const PLAIN: Readonly<Record<string, LookPicture>> = {
  '/favicon.svg': 'icon-192.png',
  '/apple-touch-icon.png': 'icon-180.png',
  '/icon-192.png': 'icon-192.png',
  '/icon-512.png': 'icon-512.png',
  '/icon-maskable-512.png': 'icon-maskable-512.png',
  '/og-image.jpg': 'share.jpg',
};

/** GET /look/<name>: a logo, or a picture made from it, for everyone; and the plain paths of icons. */
export function addLookRoutes(app: App, { db, content }: Pick<BaseDeps, 'db' | 'content'>): void {
  const cache = new FileCache(CACHE_BYTES);
  const take = limited(READS_AT_ONCE);
  app.get<{ Params: { name: string } }>('/look/:name', { schema: { hide: true } }, async (request, reply) => {
    const { name } = request.params;
    const [, extension] = NAME.exec(name) ?? [];
    if (extension === undefined) throw new AppError('not_found');
    const file = await cache.get(name, () => take(() => readLookFile({ db }, name)));
    if (file === null) throw new AppError('not_found');
    const etag = `"${name}"`;
    reply.headers({ 'cache-control': ASSET_CACHE, 'content-security-policy': POLICY, etag });
    if (isSame(request.headers['if-none-match'], etag)) return reply.status(304).send();
    return reply.type(TYPES[`.${extension}`] ?? 'application/octet-stream').send(file);
  });

  for (const [path, picture] of Object.entries(PLAIN)) {
    app.get(path, { schema: { hide: true } }, (_, reply) => {
      const { pictures } = lookContent(content.current()).look ?? {};
      // Without a logo of the owner's, the file of the build.
      if (pictures === undefined) return reply.callNotFound();
      return reply.header('cache-control', 'no-cache').redirect(lookPicturePath(pictures, picture), 302);
    });
  }
}
