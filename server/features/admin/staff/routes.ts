import * as z from 'zod/mini';
import type { App, BaseDeps } from '#server/deps.ts';
import { addDeleteRoute, changesOne } from '#server/plugins/row-routes.ts';
import { passwordByLinkSchema } from '#shared/admin/admin.ts';
import {
  helperChangeSchema,
  helperSchema,
  invitationInputSchema,
  invitationSchema,
  invitationTokenSchema,
  invitedSchema,
} from '#shared/admin/helpers.ts';
import { idParamsSchema } from '#shared/core/lists.ts';
import { callerOf, setSignedIn } from '../session-cookie.ts';
import {
  acceptInvitation,
  getInvited,
  inviteHelper,
  listHelpers,
  removeHelper,
  renameHelper,
  type StaffDeps,
  writeLink,
} from './service.ts';

const PATH = '/api/admin/staff';

/** The people who help, for the owner; and the links that they get, which need no session. */
export function addStaffRoutes(app: App, deps: BaseDeps & StaffDeps): void {
  app.get(PATH, { schema: { response: { 200: z.array(helperSchema) } } }, () => listHelpers(deps));

  app.post(
    PATH,
    { schema: { body: invitationInputSchema, response: { 201: invitationSchema } } },
    async (request, reply) => reply.status(201).send(await inviteHelper(deps, request.body)),
  );

  app.post(`${PATH}/:id/link`, { schema: { params: idParamsSchema, response: { 200: invitationSchema } } }, (request) =>
    writeLink(deps, request.params.id),
  );

  app.patch(`${PATH}/:id`, changesOne(helperChangeSchema, helperSchema), (request) =>
    renameHelper(deps, request.params.id, request.body),
  );

  addDeleteRoute(app, `${PATH}/:id`, (id, version) => removeHelper(deps, id, version));

  app.post(
    `${PATH}/invitation`,
    { schema: { body: invitationTokenSchema, response: { 200: invitedSchema } } },
    (request) => getInvited(deps, request.body.token),
  );

  app.post(
    `${PATH}/invitation/accept`,
    { schema: { body: passwordByLinkSchema, response: { 204: z.null() } } },
    async (request, reply) => {
      const caller = callerOf(deps.config, request);
      setSignedIn(deps.config, reply, caller, await acceptInvitation(deps, caller, request.body));
      return reply.status(204).send(null);
    },
  );
}
