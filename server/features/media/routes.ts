import type { App, BaseDeps } from '#server/deps.ts';
import { AppError } from '#server/errors.ts';
import { ASSET_CACHE, isSame } from '#server/plugins/pages/pages.ts';
import { TYPES } from '#server/plugins/pages/site-files.ts';
import { FileCache } from './file-cache.ts';
import { limited } from './limited.ts';
import { readPictureFile } from './service.ts';

/** Some 300 files: as many as a shop's pages show. */
const CACHE_BYTES = 24 * 1024 * 1024;
/** Concurrent reads; shoppers' own queries run in between. */
const READS_AT_ONCE = 4;

const NAME = /^([0-9a-f]{16})-([0-9a-f]{10})-(\d{1,4}\.(?:avif|webp|jpg))$/;
/** A file opened directly in a browser shows a picture, and runs nothing. */
const POLICY = "default-src 'none'; sandbox";

/** GET /media/<id>-<hash>-<width>.<format>: the existing sizes of an uploaded picture, for everyone. */
export function addMediaRoutes(app: App, { db }: Pick<BaseDeps, 'db'>): void {
  const cache = new FileCache(CACHE_BYTES);
  const take = limited(READS_AT_ONCE);
  app.get<{ Params: { name: string } }>('/media/:name', { schema: { hide: true } }, async (request, reply) => {
    const { name } = request.params;
    const [, id, hash, file] = NAME.exec(name) ?? [];
    if (id === undefined || hash === undefined || file === undefined) throw new AppError('not_found');
    const content = await cache.get(name, () => take(() => readPictureFile({ db }, id, hash, file)));
    if (content === null) throw new AppError('not_found');
    const etag = `"${hash}-${file}"`;
    reply.headers({
      'cache-control': ASSET_CACHE,
      'content-security-policy': POLICY,
      etag,
    });
    if (isSame(request.headers['if-none-match'], etag)) return reply.status(304).send();
    return reply.type(TYPES[file.slice(file.indexOf('.'))] ?? 'application/octet-stream').send(content);
  });
}
