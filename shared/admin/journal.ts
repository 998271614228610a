import * as z from 'zod/mini';
import { listQuerySchema } from '#shared/core/lists.ts';

/** What a line is about; a filter of the list. */
export const JOURNAL_AREAS = [
  'orders',
  'products',
  'site',
  'wholesale',
  'codes',
  'taxes',
  'stores',
  'mails',
  'people',
  'settings',
  'staff',
  'sessions',
  'exports',
  'refusals',
] as const;
export type JournalArea = (typeof JOURNAL_AREAS)[number];

export const JOURNAL_ACTIONS = [
  'insert',
  'update',
  'delete',
  'sign_in',
  'sign_in_refused',
  'sign_out',
  'export',
  'refusal',
  'erasure',
] as const;
export type JournalAction = (typeof JOURNAL_ACTIONS)[number];

export const JOURNAL_SORTS = ['newest', 'oldest'] as const;
export type JournalSort = (typeof JOURNAL_SORTS)[number];

/** Replaces a secret value. The function `journal_change` of the migrations writes it. */
export const MASKED = '•••';

/** The history of one thing: its kind and id, such as `order:0b5c9a52-…`. */
const subject = z.string('invalid').check(z.regex(/^[a-z-]{1,40}:[\w.-]{1,200}$/, 'invalid'));

/** GET /api/admin/journal and journal.csv. `q` matches beginnings of words of the line's names and values. */
export const journalQuerySchema = z.extend(listQuerySchema([], JOURNAL_SORTS), {
  area: z.optional(z.enum(JOURNAL_AREAS, 'invalid')),
  staff: z.optional(z.string('invalid').check(z.regex(/^[\w-]{1,64}$/, 'invalid'))),
  /** In the shop's time zone. */
  day: z.optional(z.iso.date('invalid')),
  subject: z.optional(subject),
});
export type JournalQuery = z.output<typeof journalQuerySchema>;

const values = z.nullable(z.record(z.string(), z.unknown()));

/**
 * Who has done what, and when. `before` and `after` are the changed fields, without secrets; a long one is cut.
 * `subject.name` is the current name of a product; other things have their name at that time. `record` is a part of the
 * subject, such as a refund.
 */
export const journalLineSchema = z.object({
  id: z.string(),
  at: z.string(),
  staff: z.object({ id: z.string(), name: z.string() }),
  /** Method and route. */
  call: z.nullable(z.string()),
  action: z.enum(JOURNAL_ACTIONS),
  area: z.enum(JOURNAL_AREAS),
  subject: z.nullable(z.object({ kind: z.string(), id: z.string(), name: z.string() })),
  record: z.nullable(z.string()),
  before: values,
  after: values,
});
export type JournalLine = z.output<typeof journalLineSchema>;

/** GET /api/admin/journal/staff: everybody who has a line, with the latest name. */
export const journalStaffSchema = z.array(z.object({ id: z.string(), name: z.string() }));
export type JournalStaff = z.output<typeof journalStaffSchema>;
