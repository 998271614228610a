ALTER TABLE "orders" ADD COLUMN "ship_by" date;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "arrive_by" date;--> statement-breakpoint
ALTER TABLE "checkouts" ADD COLUMN "ship_by" date;--> statement-breakpoint
ALTER TABLE "checkouts" ADD COLUMN "arrive_by" date;--> statement-breakpoint
CREATE INDEX "orders_promised" ON "orders" USING btree ("ship_by") WHERE "orders"."status" in ('pending', 'processing');