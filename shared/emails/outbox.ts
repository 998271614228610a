import * as z from 'zod/mini';
import { LANGUAGES } from '#shared/core/language.ts';
import { listQuerySchema } from '#shared/core/lists.ts';

/** `stored` waits until SMTP is configured; `withdrawn` was cancelled before it was sent, and is never sent. */
export const EMAIL_STATUSES = ['queued', 'sent', 'failed', 'stored', 'withdrawn'] as const;

/**
 * A mail of the outbox in a list. `templateKey` is that of a template, or `owner_alert`, or `customer_message` for the
 * owner's own words; times are ISO 8601.
 */
export const emailSummarySchema = z.object({
  id: z.string(),
  templateKey: z.string(),
  language: z.enum(LANGUAGES),
  to: z.string(),
  /** Earlier recipients, before corrections, oldest first. */
  previousTo: z.array(z.string()),
  subject: z.string(),
  status: z.enum(EMAIL_STATUSES),
  attempts: z.int(),
  lastError: z.nullable(z.string()),
  orderId: z.nullable(z.string()),
  inquiryId: z.nullable(z.string()),
  createdAt: z.string(),
  sentAt: z.nullable(z.string()),
});
export type EmailSummary = z.output<typeof emailSummarySchema>;

/** A mail of the outbox in full; `nextAttemptAt` applies only while it is queued. */
export const emailDetailSchema = z.object({
  ...emailSummarySchema.shape,
  html: z.string(),
  text: z.string(),
  messageId: z.string(),
  nextAttemptAt: z.string(),
});
export type EmailDetail = z.output<typeof emailDetailSchema>;

const { status, limit } = listQuerySchema(EMAIL_STATUSES, ['newest']).shape;
/** GET /api/admin/emails: newest first, 50 per page by default; continue with `x-next-cursor`. */
export const emailListQuerySchema = z.object({ status, limit, cursor: z.optional(z.guid('cursor_invalid')) });
export type EmailListQuery = z.output<typeof emailListQuerySchema>;

/** The version of a mail's recipient: each correction increments it. */
export const recipientVersion = ({ previousTo }: Pick<EmailSummary, 'previousTo'>): number => previousTo.length;

/** GET /api/admin/emails/stored: how many mails `send-stored` would send. */
export const storedCountSchema = z.object({ count: z.int() });

/** POST /api/admin/emails/send-stored: how many mails were queued. */
export const sendStoredAnswerSchema = z.object({ queued: z.int() });
