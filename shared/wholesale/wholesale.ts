import * as z from 'zod/mini';
import { emailField, phoneField } from '#shared/core/contact-fields.ts';
import { blockText, lineText } from '#shared/core/fields.ts';
import { LANGUAGES } from '#shared/core/language.ts';
import { STORE_TYPES } from '#shared/stores/store-types.ts';

export { STORE_TYPES };

export const MAX_MESSAGE = 2000;

/**
 * POST /api/wholesale-inquiries. A missing, null or blank `message` is `null`. `website` is a hidden field that must
 * stay empty: if it is filled, the sender is a robot, which gets the usual answer, and nothing is stored.
 */
export const inquiryInputSchema = z.object({
  businessName: lineText(120),
  contactName: lineText(100),
  email: emailField,
  phone: phoneField,
  storeType: z.enum(STORE_TYPES, 'store_type_invalid'),
  location: lineText(200),
  message: z.pipe(
    z.optional(z.nullable(blockText(MAX_MESSAGE))),
    z.transform((s): string | null => s || null),
  ),
  preferredLanguage: z._default(z.enum(LANGUAGES, 'language_invalid'), 'en'),
  website: z.optional(z.nullable(z.string('invalid').check(z.maxLength(500, 'too_long')))),
});
/** The form's values before trimming. */
export type InquiryFormValues = z.input<typeof inquiryInputSchema>;
export type InquiryInput = z.output<typeof inquiryInputSchema>;
