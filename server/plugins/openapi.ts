import swagger from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';
import { facts } from '#brand/facts.ts';
import type { Config } from '#server/config.ts';

/** `/api/openapi.json`, made from the schemas that validate. */
export async function addOpenapi(app: FastifyInstance, config: Config): Promise<void> {
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
  app.get('/api/openapi.json', { schema: { hide: true } }, async () => app.swagger());
}
