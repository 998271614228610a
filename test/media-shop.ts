import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { rowsOf } from '#server/db/migration-state.ts';
import { media, mediaPieces } from '#server/features/media/schema.ts';
import type { Media } from '#shared/content/media.ts';
import { signIn } from './admin.ts';
import { startTestApp } from './app.ts';
import { aForm, aPng } from './media.ts';

export const MEDIA_PATH = '/api/admin/media';

/** A shop with a signed-in admin, and the calls of its picture library. */
export async function startMediaShop() {
  const shop = await startTestApp();
  const { cookie } = await signIn(shop);
  function upload(content: Buffer, { name = 'photo.jpg', headers = {} }: { name?: string; headers?: object } = {}) {
    const { payload, type } = aForm(name, content);
    return shop.app.inject({
      method: 'POST',
      url: MEDIA_PATH,
      payload,
      headers: { 'content-type': type, cookie, ...headers },
    });
  }
  const call = (method: 'GET' | 'PATCH' | 'DELETE', url: string, payload?: object) =>
    shop.app.inject({ method, url, headers: { cookie }, ...(payload && { payload }) });
  return {
    ...shop,
    cookie,
    upload,
    call,
    add: async (content?: Buffer): Promise<Media> => {
      const answer = await upload(content ?? (await aPng()));
      expect(answer.statusCode, answer.body).toBe(201);
      return answer.json<Media>();
    },
    list: async () => (await call('GET', MEDIA_PATH)).json<Media[]>(),
    read: (url: string, headers = {}) => shop.app.inject({ url, headers }),
    pieces: () =>
      rowsOf<{ id: string; file: string; size: number }>(
        shop.deps.db,
        sql`select media_id as id, file, length(bytes) as size from media_pieces`,
      ),
    forgetAll: async () => {
      await shop.deps.db.delete(media);
      await shop.deps.db.delete(mediaPieces);
    },
  };
}
