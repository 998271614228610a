import * as z from 'zod/mini';
import { blockText, inEachLanguage, lineText, versionField } from '#shared/core/fields.ts';
import { forEachLanguage, LANGUAGES } from '#shared/core/language.ts';
import { ORDER_STATUSES } from '#shared/orders/orders.ts';
import { productIdField } from './lots.ts';

export const MAX_RECALL_SUBJECT = 150;
export const MAX_RECALL_TEXT = 3_000;
export const MAX_NOTICE = 500;

const day = z.iso.date('day_invalid');

/** What is recalled: one lot, or all of the product with `lotId: null`. */
const scope = { productId: productIdField, lotId: z.nullable(z.guid('invalid')) };
/** The owner's words; both texts are Markdown. */
const words = {
  subject: inEachLanguage(lineText(MAX_RECALL_SUBJECT)),
  reason: inEachLanguage(blockText(MAX_RECALL_TEXT, { min: 1 })),
  todo: inEachLanguage(blockText(MAX_RECALL_TEXT, { min: 1 })),
};

/**
 * POST /api/admin/recalls: stops packing, and writes to each customer once. `id` is chosen by the caller, and a second
 * call with it changes nothing. Answers 201, or 200 with the recall that there is. `maybe` includes orders of these days
 * that have left without a recorded lot of the product; `isUnsentToo` those that are packed but not marked as sent.
 */
export const recallInputSchema = z.object({
  id: z.guid('invalid'),
  ...scope,
  ...words,
  maybe: z.nullable(
    z
      .object({ from: day, to: day })
      .check(z.refine(({ from, to }) => from <= to, { path: ['to'], error: 'end_before_start' })),
  ),
  isUnsentToo: z.boolean('required'),
  /** On the product's page until the recall is ended. */
  notice: z.nullable(inEachLanguage(lineText(MAX_NOTICE))),
});
export type RecallInput = z.output<typeof recallInputSchema>;

/** POST /api/admin/recalls/preview: the mail in each language. Sends nothing. */
export const recallPreviewInputSchema = z.object({ ...scope, ...words });
export type RecallPreviewInput = z.output<typeof recallPreviewInputSchema>;
export const recallPreviewSchema = z.object(
  forEachLanguage(() => z.object({ subject: z.string(), html: z.string(), text: z.string() })),
);
export type RecallPreview = z.output<typeof recallPreviewSchema>;

/** GET /api/admin/recalls/found: who would be written to. */
export const recallQuerySchema = z.object({
  product: productIdField,
  lot: z.optional(z.guid('invalid')),
  from: z.optional(day),
  to: z.optional(day),
});
export type RecallQuery = z.output<typeof recallQuerySchema>;

/**
 * What became of the mail about an order: `reached` the mail server took it, `stored` there is no mail server,
 * `unsent` the order has not left, so nothing was written.
 */
export const RECALL_OUTCOMES = ['failed', 'no_address', 'erased', 'stored', 'unsent', 'waiting', 'reached'] as const;
export type RecallOutcome = (typeof RECALL_OUTCOMES)[number];

const orderFields = {
  orderId: z.string(),
  number: z.int(),
  customerName: z.string(),
  email: z.string(),
  phone: z.string(),
  language: z.enum(LANGUAGES),
  status: z.enum(ORDER_STATUSES),
  createdAt: z.string(),
  quantity: z.int(),
  /** A recorded lot; otherwise it may have got it. */
  isSure: z.boolean(),
  hasLeft: z.boolean(),
};

/** The newest orders, at most `MAX_RECALL_ORDERS`; the counts are of all. */
export const MAX_RECALL_ORDERS = 200;
export const recallFoundSchema = z.object({
  sure: z.int(),
  maybe: z.int(),
  /** Packed orders that have not left. */
  unsent: z.int(),
  people: z.int(),
  orders: z.array(z.object(orderFields)),
});
export type RecallFound = z.output<typeof recallFoundSchema>;
export type RecalledOrder = RecallFound['orders'][number];

export const recallSchema = z.object({
  id: z.string(),
  productId: z.string(),
  lots: z.array(z.object({ code: z.string(), bestBy: z.string() })),
  isWhole: z.boolean(),
  maybeFrom: z.nullable(z.string()),
  maybeTo: z.nullable(z.string()),
  subject: inEachLanguage(z.string()),
  reason: inEachLanguage(z.string()),
  todo: inEachLanguage(z.string()),
  notice: z.nullable(inEachLanguage(z.string())),
  endedAt: z.nullable(z.string()),
  createdAt: z.string(),
  version: z.int(),
});
export type Recall = z.output<typeof recallSchema>;

/** GET /api/admin/recalls/{id}: who was reached. Those who were not come first; people are counted once. */
export const recallDetailSchema = z.object({
  ...recallSchema.shape,
  people: z.record(z.enum(RECALL_OUTCOMES), z.int()),
  orderCount: z.int(),
  orders: z.array(z.object({ ...orderFields, outcome: z.enum(RECALL_OUTCOMES) })),
});
export type RecallDetail = z.output<typeof recallDetailSchema>;
export type RecallRow = RecallDetail['orders'][number];

/** POST /api/admin/recalls/{id}/end: takes the notice off the product's page. The lots stay recalled. */
export const recallEndSchema = z.object({ version: versionField });
/** GET /api/admin/recalls.csv. */
export const recallCsvQuerySchema = z.object({ recall: z.guid('invalid') });
