import * as z from 'zod/mini';
import { blockText, versionField } from '#shared/core/fields.ts';
import { LANGUAGES } from '#shared/core/language.ts';
import { listQuerySchema } from '#shared/core/lists.ts';

/* docs/specification.md#wholesale-inquiry */
export const INQUIRY_STATUSES = ['pending', 'contacted', 'approved', 'rejected'] as const;
export type InquiryStatus = (typeof INQUIRY_STATUSES)[number];
export const INQUIRY_SORTS = ['newest', 'oldest', 'business'] as const;
export type InquirySort = (typeof INQUIRY_SORTS)[number];
export const MAX_NOTES = 5000;
/** An answer is promised within 24 to 48 hours. */
export const ANSWER_MS = 48 * 3_600_000;

/**
 * GET /api/admin/wholesalers and wholesalers.csv. `q` matches beginnings of words of business, contact, e-mail and
 * location, and the phone.
 */
export const inquiryListQuerySchema = listQuerySchema(INQUIRY_STATUSES, INQUIRY_SORTS);
export type InquiryListQuery = z.output<typeof inquiryListQuerySchema>;

/** An inquiry as the admin sees it, also GET /api/admin/wholesalers/{id}; `notes` are the owner's own, times ISO 8601. */
export const inquirySchema = z.object({
  id: z.string(),
  businessName: z.string(),
  contactName: z.string(),
  email: z.string(),
  phone: z.string(),
  storeType: z.string(),
  location: z.string(),
  message: z.nullable(z.string()),
  preferredLanguage: z.enum(LANGUAGES),
  status: z.enum(INQUIRY_STATUSES),
  notes: z.nullable(z.string()),
  /** Version of the row. */
  version: z.int(),
  createdAt: z.string(),
});
export type Inquiry = z.output<typeof inquirySchema>;

/** The answer of POST /api/wholesale-inquiries, 201: the inquiry as it is stored, without the owner's fields. */
export const inquiryCreatedSchema = z.omit(inquirySchema, { notes: true, version: true });
export type InquiryCreated = z.output<typeof inquiryCreatedSchema>;

/**
 * PATCH /api/admin/wholesalers/{id}/status; answers the inquiry. A stale `version` is a 409 with the inquiry as
 * `current`. DELETE …/{id} answers 204.
 */
export const inquiryStatusInputSchema = z.object({
  status: z.enum(INQUIRY_STATUSES, 'status_invalid'),
  version: versionField,
});
/** PATCH /api/admin/wholesalers/{id}/notes, likewise. A blank text deletes the notes. */
export const inquiryNotesInputSchema = z.object({ notes: blockText(MAX_NOTES), version: versionField });
