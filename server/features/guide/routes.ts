import type { App } from '#server/deps.ts';
import { AppError } from '#server/errors.ts';
import { guideChapterSchema, guideParamsSchema } from '#shared/admin/guide.ts';
import { chapters } from './service.ts';

/** GET /api/admin/guide/{id}: a chapter in every language; registered behind the guard. */
export function addGuideRoute(app: App): void {
  const schema = { params: guideParamsSchema, response: { 200: guideChapterSchema } };
  app.get('/api/admin/guide/:id', { schema }, async ({ params: { id } }) => {
    const chapter = chapters().find((each) => each.id === id);
    if (!chapter) throw new AppError('not_found');
    return { title: chapter.title, body: chapter.body };
  });
}
