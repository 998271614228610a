import * as z from 'zod/mini';
import { emailField } from '#shared/core/contact-fields.ts';
import { versionField } from '#shared/core/fields.ts';

/**
 * POST /api/admin/emails/{id}/recipient: changes the recipient of a mail. `version` is the number of its earlier
 * recipients, as the caller knows it; a stale one is a 409 with the mail and its `version` as `current`.
 */
export const recipientInputSchema = z.object({ to: emailField });
export const recipientChangeSchema = z.object({ ...recipientInputSchema.shape, version: versionField });
export type RecipientChange = z.output<typeof recipientChangeSchema>;
