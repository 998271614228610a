import type { App, BaseDeps } from '#server/deps.ts';
import { ADMIN_SCREEN_PATHS } from '#shared/admin/paths.ts';
import { LANGUAGES } from '#shared/core/language.ts';

const DAY_MS = 86_400_000;
/** RFC 9116 recommends less than a year. */
const VALID_DAYS = 180;
const CACHE = { 'cache-control': 'public, max-age=86400' };

/** Well-known URLs: where to report a vulnerability (RFC 9116), and where to change a password. */
export function addWellKnownRoutes(
  app: App,
  { clock, config, facts }: Pick<BaseDeps, 'clock' | 'config' | 'facts'>,
): void {
  app.get('/.well-known/security.txt', { schema: { hide: true } }, (_request, reply) => {
    const expires = new Date(clock.now().getTime() + VALID_DAYS * DAY_MS).toISOString();
    const lines = [
      `Contact: mailto:${facts().email}`,
      `Expires: ${expires}`,
      `Preferred-Languages: ${LANGUAGES.join(', ')}`,
      `Canonical: ${config.publicUrl}/.well-known/security.txt`,
    ];
    return reply
      .headers(CACHE)
      .type('text/plain; charset=utf-8')
      .send(`${lines.join('\n')}\n`);
  });
  app.get('/.well-known/change-password', { schema: { hide: true } }, (_request, reply) =>
    reply.header('cache-control', 'no-store').redirect(ADMIN_SCREEN_PATHS.settings, 302),
  );
}
