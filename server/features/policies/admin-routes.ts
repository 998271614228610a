import * as z from 'zod/mini';
import type { App } from '#server/deps.ts';
import type { ContentDeps } from '#server/features/content/service.ts';
import {
  adminPolicySchema,
  changedPolicySchema,
  policyChangeSchema,
  policyParamsSchema,
} from '#shared/content/policies.ts';
import { versionQuerySchema } from '#shared/core/fields.ts';
import { getPolicy, listPolicies, resetPolicy, savePolicy } from './service.ts';

const PATH = '/api/admin/policies';
const params = policyParamsSchema;
/** Two languages of a long text, at three bytes per character. */
const BODY_LIMIT = 1024 * 1024;

/** Policies for the admin, registered behind the guard. */
export function addPolicyAdminRoutes(app: App, deps: ContentDeps): void {
  app.get(PATH, { schema: { response: { 200: z.array(adminPolicySchema) } } }, () => listPolicies(deps));

  app.get(`${PATH}/:kind`, { schema: { params, response: { 200: adminPolicySchema } } }, (request) =>
    getPolicy(deps, request.params.kind),
  );

  app.put(
    `${PATH}/:kind`,
    { bodyLimit: BODY_LIMIT, schema: { params, body: policyChangeSchema, response: { 200: changedPolicySchema } } },
    (request) => savePolicy(deps, request.params.kind, request.body),
  );

  app.delete(
    `${PATH}/:kind`,
    { schema: { params, querystring: versionQuerySchema, response: { 200: changedPolicySchema } } },
    (request) => resetPolicy(deps, request.params.kind, request.query.version),
  );
}
