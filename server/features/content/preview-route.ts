import { adminTexts } from '#brand/texts/tables.ts';
import type { Config } from '#server/config.ts';
import { type App, requestLanguage } from '#server/deps.ts';
import { securityHeaders } from '#server/plugins/security-headers.ts';
import { previewQuerySchema } from '#shared/content/content.ts';
import { isLanguage } from '#shared/core/language.ts';
import { type Editing, previewPage } from './preview.ts';
import type { ContentDeps, Kinds } from './service.ts';

/** Previews of pages including drafts, registered behind the guard. */
export function addPreviewRoute(
  app: App,
  deps: ContentDeps & { config: Config },
  kinds: Kinds,
  editing: Editing,
): void {
  const headers = previewHeaders(deps.config);
  app.get(
    '/api/admin/preview',
    { schema: { querystring: previewQuerySchema, produces: ['text/html'] } },
    async (request, reply) => {
      const { path, lang, item, edit } = request.query;
      const language = isLanguage(lang) ? lang : requestLanguage(request);
      const html = await previewPage(deps, kinds, {
        path,
        language,
        item,
        editing: edit === undefined ? null : editing,
        notice: adminTexts[language].admin_preview_notice,
        isGone: () => reply.raw.destroyed,
      });
      return reply.headers(headers).type('text/html; charset=utf-8').send(html);
    },
  );
}

/** It runs no script, sends no form, and only the admin may show it in a frame. It is never cached. */
function previewHeaders(config: Config): Record<string, string> {
  const policy = securityHeaders(config)['content-security-policy'] ?? '';
  const only: Record<string, string> = {
    'script-src': "'none'",
    'connect-src': "'none'",
    'form-action': "'none'",
    'frame-ancestors': "'self'",
  };
  const strict = policy.split('; ').map((line) => {
    const [name = ''] = line.split(' ');
    return name in only ? `${name} ${only[name]}` : line;
  });
  return {
    'content-security-policy': strict.join('; '),
    'x-frame-options': 'SAMEORIGIN',
    'x-robots-tag': 'noindex, nofollow',
    'cache-control': 'no-store',
  };
}
