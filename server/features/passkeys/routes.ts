import type { FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import type { App } from '#server/deps.ts';
import { staffIn } from '#server/features/admin/guard.ts';
import { arrivalOf, callerOf, sessionToken, setSignedIn } from '#server/features/admin/session-cookie.ts';
import { sessionName } from '#server/features/admin/sessions.ts';
import {
  assertionOptionsSchema,
  creationOptionsSchema,
  passkeyAddedSchema,
  passkeyChangeSchema,
  passkeyInputSchema,
  passkeyListSchema,
  passkeyLoginSchema,
  passkeyParamsSchema,
  passkeySchema,
  proofSchema,
  recoveryCodesLeftSchema,
  recoveryCodesSchema,
  recoveryLoginSchema,
} from '#shared/admin/account.ts';
import { signedInSchema } from '#shared/admin/admin.ts';
import { logInWithCode } from './recovery-codes.ts';
import {
  addPasskey,
  challengeHolder,
  challengeLogin,
  challengeNew,
  countRecoveryCodes,
  type Holder,
  listOwnPasskeys,
  logInWithPasskey,
  nameOwnPasskey,
  type PasskeyDeps,
  removeOwnPasskey,
  renewCodes,
} from './service.ts';

const answers = <T extends z.ZodMiniType>(schema: T) => ({ response: { 200: schema } });

/** Signing in with a passkey or a recovery code, and those of whoever is signed in. */
export function addPasskeyRoutes(app: App, deps: PasskeyDeps): void {
  addLoginRoutes(app, deps);
  addOwnRoutes(app, deps);
}

function addLoginRoutes(app: App, deps: PasskeyDeps): void {
  const { config } = deps;
  app.post('/api/admin/login/passkey/challenge', { schema: answers(assertionOptionsSchema) }, (request) =>
    challengeLogin(deps, callerOf(config, request)),
  );
  app.post(
    '/api/admin/login/passkey',
    { schema: { body: passkeyLoginSchema, ...answers(signedInSchema) } },
    async (request, reply) => {
      const arrival = arrivalOf(config, request);
      setSignedIn(config, reply, arrival, await logInWithPasskey(deps, arrival, request.body.passkey));
      return { isAdmin: true };
    },
  );
  app.post(
    '/api/admin/login/recovery-code',
    { schema: { body: recoveryLoginSchema, ...answers(signedInSchema) } },
    async (request, reply) => {
      const arrival = arrivalOf(config, request);
      setSignedIn(config, reply, arrival, await logInWithCode(deps, arrival, request.body.code));
      return { isAdmin: true };
    },
  );
}

function addOwnRoutes(app: App, deps: PasskeyDeps): void {
  const { config } = deps;
  const holderOf = (request: FastifyRequest): Holder => ({
    ...callerOf(config, request),
    staffId: staffIn(request).id,
    session: sessionName(sessionToken(config, request) ?? ''),
  });
  app.get('/api/admin/passkeys', { schema: answers(passkeyListSchema) }, (request) =>
    listOwnPasskeys(deps, holderOf(request)),
  );
  app.post('/api/admin/passkeys/challenge', { schema: answers(assertionOptionsSchema) }, (request) =>
    challengeHolder(deps, holderOf(request)),
  );
  app.post(
    '/api/admin/passkeys/new/challenge',
    { schema: { body: proofSchema, ...answers(creationOptionsSchema) } },
    (request) => challengeNew(deps, holderOf(request), request.body),
  );
  app.post(
    '/api/admin/passkeys',
    { schema: { body: passkeyInputSchema, response: { 201: passkeyAddedSchema } } },
    async (request, reply) => reply.status(201).send(await addPasskey(deps, holderOf(request), request.body.passkey)),
  );
  app.patch(
    '/api/admin/passkeys/:id',
    { schema: { params: passkeyParamsSchema, body: passkeyChangeSchema, ...answers(passkeySchema) } },
    (request) => nameOwnPasskey(deps, staffIn(request).id, request.params.id, request.body.name),
  );
  app.delete(
    '/api/admin/passkeys/:id',
    { schema: { params: passkeyParamsSchema, response: { 204: z.null() } } },
    async (request, reply) => {
      await removeOwnPasskey(deps, staffIn(request).id, request.params.id);
      return reply.status(204).send(null);
    },
  );
  app.get('/api/admin/recovery-codes', { schema: answers(recoveryCodesLeftSchema) }, async (request) => ({
    left: await countRecoveryCodes(deps, holderOf(request)),
  }));
  app.post(
    '/api/admin/recovery-codes',
    { schema: { body: proofSchema, ...answers(recoveryCodesSchema) } },
    async (request) => ({ codes: await renewCodes(deps, holderOf(request), request.body) }),
  );
}
