-- PostgreSQL 15 and 16 cannot change what a generated column is made of: the column, and with it its index, is made anew.
ALTER TABLE "orders" DROP COLUMN "search";--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "search" "tsvector" GENERATED ALWAYS AS (search_words(left(id::text, 8), customer_name, recipient_name, email, right(regexp_replace(phone, '[^0-9]', '', 'g'), 10), address_line1, address_line2, city, state, zip_code)) STORED;--> statement-breakpoint
CREATE INDEX "orders_search" ON "orders" USING gin ("search") WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "orders_tracking" ON "orders" USING btree (upper(regexp_replace("tracking_number", '[^A-Za-z0-9]', '', 'g')) text_pattern_ops) WHERE "orders"."tracking_number" is not null;--> statement-breakpoint
CREATE INDEX "store_locations_search" ON "store_locations" USING gin (search_words("name", "address"));