import swagger from '@fastify/swagger';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';
import { facts } from '#brand/facts.ts';
import type { Config } from '#server/config.ts';

/**
 * `/api/openapi.json`, generated from the validation schemas. In production the admin's calls are shown only to a
 * signed-in reader.
 *
 * @param isSignedIn called only in production
 */
export async function addOpenapi(
  app: FastifyInstance,
  config: Config,
  isSignedIn: (request: FastifyRequest) => Promise<boolean>,
): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: `${facts.name} API`, version: '1.0.0' },
      servers: [{ url: config.publicUrl }],
    },
    transform: (route) => {
      const { schema, url } = jsonSchemaTransform(route);
      // The audience of a call that does not declare one.
      return { schema: { tags: [url.startsWith('/api/admin/') ? 'admin' : 'shop'], ...schema }, url };
    },
  });
  app.get('/api/openapi.json', { schema: { hide: true } }, async (request) => {
    const document = app.swagger() as { paths?: object };
    if (!config.production || (await isSignedIn(request))) return document;
    const paths = Object.entries(document.paths ?? {}).filter(([path]) => !path.startsWith('/api/admin/'));
    return { ...document, paths: Object.fromEntries(paths) };
  });
}
