import { type FastifyInstance, type FastifyRequest, fastify, type RouteOptions } from 'fastify';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';
import { facts } from '#brand/facts.ts';
import type { Config } from '#server/config.ts';

type Document = { paths?: object };

/**
 * `/api/openapi.json`, generated from the validation schemas. In production the admin's calls are shown only to a
 * signed-in reader.
 *
 * @param isSignedIn called only in production
 */
export function addOpenapi(
  app: FastifyInstance,
  config: Config,
  isSignedIn: (request: FastifyRequest) => Promise<boolean>,
): void {
  const routes: RouteOptions[] = [];
  app.addHook('onRoute', (route) => {
    // The framework adds a HEAD to each GET.
    if (route.method !== 'HEAD') routes.push(route);
  });
  let document: Promise<Document> | undefined;
  app.get('/api/openapi.json', { schema: { hide: true } }, async (request) => {
    // After a failure the next reader tries again.
    document ??= describeRoutes(routes, config.publicUrl).catch((error: unknown) => {
      document = undefined;
      throw error;
    });
    const { paths, ...rest } = await document;
    if (!config.production || (await isSignedIn(request))) return { ...rest, paths };
    const shown = Object.entries(paths ?? {}).filter(([path]) => !path.startsWith('/api/admin/'));
    return { ...rest, paths: Object.fromEntries(shown) };
  });
}

/**
 * Describes the routes on an app that answers nobody: the library and its 90 files are loaded with the first reader, who may never
 * come, and not at each start.
 */
async function describeRoutes(routes: readonly RouteOptions[], url: string): Promise<Document> {
  const { default: swagger } = await import('@fastify/swagger');
  const app = fastify({ exposeHeadRoutes: false });
  await app.register(swagger, {
    openapi: { openapi: '3.1.0', info: { title: `${facts.name} API`, version: '1.0.0' }, servers: [{ url }] },
    transform: (route) => {
      const { schema, url } = jsonSchemaTransform(route);
      // The audience of a call that does not declare one.
      return { schema: { tags: [url.startsWith('/api/admin/') ? 'admin' : 'shop'], ...schema }, url };
    },
  });
  app.setValidatorCompiler(() => () => true);
  app.setSerializerCompiler(() => () => '');
  for (const { method, url, schema } of routes) app.route({ method, url, schema, handler: () => {} });
  await app.ready();
  return app.swagger() as Document;
}
