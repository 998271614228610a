import swagger from '@fastify/swagger';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';
import { facts } from '#brand/facts.ts';
import type { Config } from '#server/config.ts';

/**
 * `/api/openapi.json`, made from the schemas that validate. In production the admin's calls are shown to the signed-in alone.
 *
 * @param isSignedIn asked only there
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
      // Who the call is for, where it does not say so itself.
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
