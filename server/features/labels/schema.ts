import { sql } from 'drizzle-orm';
import {
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { bytes, createdAt } from '#server/db/columns.ts';
import type { LabelItem, LabelSize, LabelState, MeasuredParcel } from '#shared/shipping/labels.ts';

/**
 * Shipping labels, stored before the carrier is asked. The id is part of the carrier's metadata, which identifies a
 * purchase whose answer was lost.
 */
export const labels = pgTable(
  'labels',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    orderId: uuid('order_id').notNull(),
    /** The index of its parcel in the order, from 0. */
    parcel: integer('parcel').notNull().default(0),
    /** The idempotency key, unique for each parcel; `null` when the caller sent none. */
    pressKey: text('press_key'),
    provider: text('provider').$type<'table' | 'shippo'>().notNull(),
    /** For a purchase that continues after the request; `null` in labels of earlier versions. */
    asked: jsonb('asked').$type<AskedLabel>(),
    size: text('size').$type<LabelSize>().notNull().default('4x6'),
    state: text('state').$type<LabelState>().notNull().default('requested'),
    carrier: text('carrier'),
    service: text('service'),
    costCents: integer('cost_cents'),
    trackingNumber: text('tracking_number'),
    providerLabelId: text('provider_label_id').unique(),
    /** The refund request's id at the provider. */
    providerVoidId: text('provider_void_id'),
    failure: text('failure'),
    hasPdf: boolean('has_pdf').notNull().default(false),
    /** Stored before the carrier is asked to sell: while it is `null`, nothing can have been bought. */
    askedAt: timestamp('asked_at', { withTimezone: true }),
    /** When unfinished work is tried again; `null` when there is none. */
    nextCheckAt: timestamp('next_check_at', { withTimezone: true }),
    /** When the parcel is tracked next. */
    nextTrackAt: timestamp('next_track_at', { withTimezone: true }),
    createdAt: createdAt(),
  },
  (t) => [
    // A parcel has one label at a time, so concurrent requests cannot buy two.
    uniqueIndex('labels_open').on(t.orderId, t.parcel).where(sql`${t.state} in ('requested', 'bought')`),
    uniqueIndex('labels_press').on(t.orderId, t.pressKey, t.parcel),
    index('labels_order').on(t.orderId, t.createdAt),
    index('labels_due').on(t.nextCheckAt).where(sql`${t.nextCheckAt} is not null`),
    index('labels_track').on(t.nextTrackAt).where(sql`${t.nextTrackAt} is not null`),
    index('labels_number').on(t.trackingNumber),
  ],
);

/**
 * The owner's request; missing fields come from the order. `mostCents` is the price that the owner saw. `items` are in
 * the parcel; without them it has the whole order.
 */
export type AskedLabel = {
  items?: LabelItem[] | undefined;
  service?: string | undefined;
  carrier?: string | undefined;
  mostCents?: number | undefined;
  parcel?: MeasuredParcel | undefined;
};

/** The PDF of a label, in pieces. */
export const labelPieces = pgTable(
  'label_pieces',
  {
    labelId: uuid('label_id').notNull(),
    piece: integer('piece').notNull(),
    bytes: bytes('bytes').notNull(),
  },
  (t) => [primaryKey({ columns: [t.labelId, t.piece] })],
);
