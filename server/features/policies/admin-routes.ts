import * as z from 'zod/mini';
import type { App } from '#server/deps.ts';
import { addChangeRoutes } from '#server/features/content/change-routes.ts';
import type { ContentDeps } from '#server/features/content/service.ts';
import {
  adminPolicySchema as item,
  policyParamsSchema as params,
  policyChangeSchema,
} from '#shared/content/policies.ts';
import { POLICY_KINDS } from '#shared/content/policy-page.ts';
import { policyEditor as editor, savePolicy as save } from './service.ts';

const PATH = '/api/admin/policies';
/** Two languages of a long text, at three bytes per character. */
const BODY_LIMIT = 1024 * 1024;

/** Policies, in the order of their links, for the admin; registered behind the guard. */
export function addPolicyAdminRoutes(app: App, deps: ContentDeps): void {
  app.get(PATH, { schema: { response: { 200: z.array(item) } } }, () => editor.list(deps, POLICY_KINDS));
  app.get(`${PATH}/:kind`, { schema: { params, response: { 200: item } } }, (request) =>
    editor.read(deps, request.params.kind),
  );
  addChangeRoutes(app, deps, `${PATH}/:kind`, {
    editor,
    params,
    item,
    change: policyChangeSchema,
    save,
    bodyLimit: BODY_LIMIT,
  });
}
