import { type FastifyInstance, type FastifyRequest, fastify, type RouteOptions } from 'fastify';
import { createJsonSchemaTransform, createJsonSchemaTransformObject } from 'fastify-type-provider-zod';
import * as z from 'zod/mini';
import { facts } from '#brand/facts.ts';
import type { Config } from '#server/config.ts';
import { adminProductSchema } from '#shared/catalogue/products.ts';
import { discountCodeSchema } from '#shared/checkout/codes.ts';
import { mediaSchema } from '#shared/content/media.ts';
import { apiErrorSchema } from '#shared/core/api-error.ts';
import { emailDetailSchema } from '#shared/emails/outbox.ts';
import { orderDetailSchema, orderSchema } from '#shared/orders/admin-orders.ts';
import { refundSchema } from '#shared/orders/refunds.ts';
import { orderStatusSchema } from '#shared/orders/status.ts';
import { labelSchema } from '#shared/shipping/labels.ts';
import { storeLocationSchema } from '#shared/stores/stores.ts';

/** Schemas used by several calls, by their name in the document. */
const NAMED = {
  Error: apiErrorSchema,
  Order: orderSchema,
  OrderDetail: orderDetailSchema,
  OrderStatus: orderStatusSchema,
  Label: labelSchema,
  Refund: refundSchema,
  Product: adminProductSchema,
  Picture: mediaSchema,
  DiscountCode: discountCodeSchema,
  Email: emailDetailSchema,
  Store: storeLocationSchema,
};
const SESSION = 'adminSession';

/** How the admin's calls are protected. */
type Session = {
  cookieName: string;
  /** Who may make a call; `null` if it needs no session. @param url as it is registered, with `:names` */
  rolesOf(method: string, url: string): readonly string[] | null;
  /** Called only in production. */
  isSignedIn(request: FastifyRequest): Promise<boolean>;
};
type Document = { paths: Record<string, object>; components: { schemas: Record<string, object> } };

/**
 * `/api/openapi.json`, generated from the validation schemas. In production the admin's calls are shown only to a
 * signed-in reader.
 */
export function addOpenapi(app: FastifyInstance, config: Config, session: Session): void {
  const routes: RouteOptions[] = [];
  app.addHook('onRoute', (route) => {
    // The framework adds a HEAD route to each GET.
    if (route.method !== 'HEAD') routes.push(route);
  });
  let document: Promise<Document> | undefined;
  app.get('/api/openapi.json', { schema: { hide: true } }, async (request) => {
    // After a failure the next reader tries again.
    document ??= describeRoutes(routes, config.publicUrl, session).catch((error: unknown) => {
      document = undefined;
      throw error;
    });
    const whole = await document;
    if (!config.production || (await session.isSignedIn(request))) return only(whole, () => true);
    return only(whole, (path) => !path.startsWith('/api/admin/'));
  });
}

/** Keeps the paths that are shown, and the schemas that they reference. */
function only(document: Document, isShown: (path: string) => boolean): Document {
  const paths = Object.fromEntries(Object.entries(document.paths).filter(([path]) => isShown(path)));
  const used = new Set<string>();
  const collect = (part: unknown) => {
    for (const [, name = ''] of JSON.stringify(part).matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g)) {
      if (used.has(name)) continue;
      used.add(name);
      collect(document.components.schemas[name] ?? {});
    }
  };
  collect(paths);
  const schemas = Object.fromEntries(Object.entries(document.components.schemas).filter(([name]) => used.has(name)));
  return { ...document, paths, components: { ...document.components, schemas } };
}

/**
 * Describes the routes on a separate app without a server. The library and its 90 files are loaded for the first
 * reader, not at each start.
 */
async function describeRoutes(routes: readonly RouteOptions[], url: string, session: Session): Promise<Document> {
  const { default: swagger } = await import('@fastify/swagger');
  const schemaRegistry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(NAMED)) schemaRegistry.add(schema, { id });
  const toJsonSchema = createJsonSchemaTransform({ schemaRegistry });
  const app = fastify({ exposeHeadRoutes: false });
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: `${facts.name} API`, version: '1.0.0' },
      servers: [{ url }],
      components: {
        securitySchemes: {
          [SESSION]: {
            type: 'apiKey',
            in: 'cookie',
            name: session.cookieName,
            description: 'Set by POST /api/admin/login.',
          },
        },
      },
    },
    transform: (route) => {
      const method = String(route.route.method);
      const { consumes, produces } = route.schema ?? {};
      const { schema, url } = toJsonSchema(route);
      const roles = session.rolesOf(method, route.url);
      return {
        schema: {
          // The default; a call may declare its own.
          tags: [url.startsWith('/api/admin/') ? 'admin' : 'shop'],
          operationId: operationId(method, url),
          // An empty list says that the call is public; a missing one says nothing.
          security: roles ? [{ [SESSION]: [] }] : [],
          ...(roles && { 'x-roles': roles }),
          ...schema,
          ...(consumes && { body: bodyOf(consumes) }),
          response: {
            ...(schema?.response ?? { 200: answer('OK', produces ?? [], { type: 'string' }) }),
            ...(roles && { 401: failure('Without a live session') }),
            ...(roles && !roles.includes('helper') && { 403: failure('With the session of a helper') }),
            '4xx': failure('The request was refused; the message is for its reader'),
            '5xx': failure('The shop, or a service that it asks, failed'),
          },
        },
        url,
      };
    },
    transformObject: createJsonSchemaTransformObject({ schemaRegistry }),
  });
  app.setValidatorCompiler(() => () => true);
  app.setSerializerCompiler(() => () => '');
  for (const { method, url, schema } of routes) app.route({ method, url, schema, handler: () => {} });
  await app.ready();
  return app.swagger() as unknown as Document;
}

/** `patchAdminOrdersByIdStatus` for `PATCH /api/admin/orders/:id/status`. */
function operationId(method: string, url: string): string {
  const words = url.replace(/^\/api\//, '').replace(/:(\w+)/g, 'by-$1');
  const capitalized = words.split(/[^a-z0-9]+/i).map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  return method.toLowerCase() + capitalized.join('');
}

/** The body of a call without a schema: an upload, whose field may have any name, or a report. */
function bodyOf(types: readonly string[]): object {
  const file = { type: 'string', format: 'binary' };
  const form = { type: 'object', properties: { file }, required: ['file'] };
  const schemaOf = (type: string) => (type === 'multipart/form-data' ? form : {});
  return { content: Object.fromEntries(types.map((type) => [type, { schema: schemaOf(type) }])) };
}

function answer(description: string, types: readonly string[], schema: object): object {
  return { description, content: Object.fromEntries(types.map((type) => [type, { schema }])) };
}

function failure(description: string): object {
  return answer(description, ['application/json'], { $ref: '#/components/schemas/Error' });
}
