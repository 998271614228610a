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
 * Shipping labels, written before the carrier is asked. The id stands in the carrier's metadata, by which a purchase whose
 * answer was lost is found.
 */
export const labels = pgTable(
  'labels',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    orderId: uuid('order_id').notNull(),
    /** Its place among the parcels of the order, from 0. */
    parcel: integer('parcel').notNull().default(0),
    /** The press's key, unique for each parcel; `null` when the caller sent none. */
    pressKey: text('press_key'),
    provider: text('provider').$type<'table' | 'shippo'>().notNull(),
    /** Kept for a purchase that is carried on after the press; `null` in labels of earlier versions. */
    asked: jsonb('asked').$type<AskedLabel>(),
    size: text('size').$type<LabelSize>().notNull().default('4x6'),
    state: text('state').$type<LabelState>().notNull().default('requested'),
    carrier: text('carrier'),
    service: text('service'),
    costCents: integer('cost_cents'),
    trackingNumber: text('tracking_number'),
    providerLabelId: text('provider_label_id').unique(),
    /** The request to pay it back, at the provider. */
    providerVoidId: text('provider_void_id'),
    failure: text('failure'),
    hasPdf: boolean('has_pdf').notNull().default(false),
    /** Written before the carrier is asked to sell: without it, nothing can have been bought. */
    askedAt: timestamp('asked_at', { withTimezone: true }),
    /** When what is left to do is tried again; `null` when nothing is. */
    nextCheckAt: timestamp('next_check_at', { withTimezone: true }),
    /** When the carrier is asked where the parcel is. */
    nextTrackAt: timestamp('next_track_at', { withTimezone: true }),
    createdAt: createdAt(),
  },
  (t) => [
    // A parcel has one label at a time: two people, or fifty presses, cannot buy two.
    uniqueIndex('labels_open').on(t.orderId, t.parcel).where(sql`${t.state} in ('requested', 'bought')`),
    uniqueIndex('labels_press').on(t.orderId, t.pressKey, t.parcel),
    index('labels_order').on(t.orderId, t.createdAt),
    index('labels_due').on(t.nextCheckAt).where(sql`${t.nextCheckAt} is not null`),
    index('labels_track').on(t.nextTrackAt).where(sql`${t.nextTrackAt} is not null`),
    index('labels_number').on(t.trackingNumber),
  ],
);

/**
 * What the owner asked for with the press; what is missing is left to the order. `mostCents`: she saw this price. `items` are in
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
