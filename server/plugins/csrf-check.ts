import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Config } from '#server/config.ts';
import { AppError } from '#server/errors.ts';

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);
const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * Refuses writes that a browser sends from another site: browsers send the page's origin with every write. Other
 * programs (a payment provider, curl) send no origin and have no cookie to misuse.
 */
export function refuseForeignWrites(app: FastifyInstance, config: Config): void {
  app.addHook('onRequest', (request, _reply, done) => {
    done(
      SAFE_METHODS.has(request.method) || isOwnOrigin(request, config) ? undefined : new AppError('forbidden_origin'),
    );
  });
}

function isOwnOrigin({ headers }: FastifyRequest, config: Config): boolean {
  const { origin } = headers;
  if (origin === undefined) return ['same-origin', 'none', undefined].includes(headers['sec-fetch-site'] as string);
  if (origin === new URL(config.publicUrl).origin) return true;
  // The owner may open the shop on the machine itself, whatever PUBLIC_URL is.
  const url = URL.canParse(origin) ? new URL(origin) : null;
  return url?.protocol === 'http:' && LOOPBACK.has(url.hostname) && url.host === headers.host?.toLowerCase();
}
