DROP INDEX "labels_open";--> statement-breakpoint
DROP INDEX "labels_press";--> statement-breakpoint
ALTER TABLE "labels" ADD COLUMN "parcel" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "orders_several_parcels" ON "orders" USING btree ("id") WHERE "orders"."tracking_number" like '%,%';--> statement-breakpoint
CREATE UNIQUE INDEX "labels_open" ON "labels" USING btree ("order_id","parcel") WHERE "labels"."state" in ('requested', 'bought');--> statement-breakpoint
CREATE UNIQUE INDEX "labels_press" ON "labels" USING btree ("order_id","press_key","parcel");