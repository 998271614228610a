import * as z from 'zod/mini';
import { emailField } from '#shared/core/contact-fields.ts';
import { lineText, versionField } from '#shared/core/fields.ts';
import { LANGUAGES } from '#shared/core/language.ts';
import { passwordByLinkSchema } from './admin.ts';
import { MAX_PERSON_NAME } from './staff.ts';

/** How many helpers a shop may have, including invited ones. */
export const MAX_HELPERS = 20;
/** How long the link of an invitation works; its texts say a week. */
export const INVITATION_DAYS = 7;

/**
 * A helper on the wire: GET /api/admin/staff, in the order of their names. `hasPassword` is false until the invitation
 * is accepted; `linkEndsAt` is `null` without a link that still works. Times are ISO 8601.
 */
export const helperSchema = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  language: z.enum(LANGUAGES),
  hasPassword: z.boolean(),
  linkEndsAt: z.nullable(z.string()),
  lastUsedAt: z.nullable(z.string()),
  createdAt: z.string(),
  version: z.int(),
});
export type Helper = z.output<typeof helperSchema>;

/** POST /api/admin/staff (201): invites a helper. */
export const invitationInputSchema = z.object({
  name: lineText(MAX_PERSON_NAME),
  email: emailField,
  language: z.enum(LANGUAGES, 'language_invalid'),
});
export type InvitationInput = z.output<typeof invitationInputSchema>;

/**
 * The only answer that has the link. POST /api/admin/staff/{id}/link answers the same, and its link ends the older one.
 * `isMailed`: it went to the helper's address too.
 */
export const invitationSchema = z.object({ helper: helperSchema, link: z.string(), isMailed: z.boolean() });
export type Invitation = z.output<typeof invitationSchema>;

/** PATCH /api/admin/staff/{id}. A stale `version` is a 409 with the helper as `current`. */
export const helperChangeSchema = z.object({ name: lineText(MAX_PERSON_NAME), version: versionField });

/**
 * POST /api/admin/staff/invitation: who is invited by this token. POST …/accept takes the token and a password as
 * `passwordByLinkSchema`, and answers 204 and a session cookie.
 */
export const invitationTokenSchema = z.object({ token: passwordByLinkSchema.shape.token });
export const invitedSchema = z.object({ name: z.string(), email: z.string() });
export type Invited = z.output<typeof invitedSchema>;
