ALTER TABLE "emails" ADD COLUMN "previous_to" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "order_days" ADD COLUMN "returned" numeric(14, 2) DEFAULT '0.00' NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "refunded_amount" numeric(10, 2) DEFAULT '0.00' NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "disputed_amount" numeric(10, 2) DEFAULT '0.00' NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "dispute_status" text;--> statement-breakpoint
-- PostgreSQL 15 and 16 cannot change what a generated column is made of: the column, and with it its index, is made anew.
ALTER TABLE "orders" DROP COLUMN "search";--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "search" "tsvector" GENERATED ALWAYS AS (search_words(left(id::text, 8), customer_name, email, tracking_number, right(regexp_replace(phone, '[^0-9]', '', 'g'), 10), address_line1, address_line2, city, state, zip_code)) STORED;--> statement-breakpoint
CREATE INDEX "orders_search" ON "orders" USING gin ("search") WITH (fastupdate=false);--> statement-breakpoint
-- Of each order at most its total: a bank may hold what was refunded already.
CREATE OR REPLACE FUNCTION count_orders() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	columns text := 'status, created_at, total_amount, items, least(total_amount, refunded_amount + disputed_amount) AS returned';
	changed text := CASE TG_OP
		WHEN 'INSERT' THEN 'SELECT 1 AS sign, ' || columns || ' FROM added'
		WHEN 'DELETE' THEN 'SELECT -1 AS sign, ' || columns || ' FROM removed'
		ELSE 'SELECT 1 AS sign, ' || columns || ' FROM added UNION ALL SELECT -1, ' || columns || ' FROM removed'
	END;
BEGIN
	EXECUTE 'INSERT INTO order_days (day, status, orders, revenue, returned)
		SELECT (created_at AT TIME ZONE ''America/New_York'')::date, status, sum(sign), sum(sign * total_amount), sum(sign * returned)
		FROM (' || changed || ') AS changed
		GROUP BY 1, 2 HAVING sum(sign) <> 0 OR sum(sign * total_amount) <> 0 OR sum(sign * returned) <> 0 ORDER BY 1, 2
		ON CONFLICT (day, status) DO UPDATE
		SET orders = order_days.orders + excluded.orders, revenue = order_days.revenue + excluded.revenue,
			returned = order_days.returned + excluded.returned';
	EXECUTE 'INSERT INTO order_day_units (day, status, product_id, units)
		SELECT (created_at AT TIME ZONE ''America/New_York'')::date, status, coalesce(line.id, line.name), sum(sign * line.quantity)
		FROM (' || changed || ') AS changed, jsonb_to_recordset(items::jsonb) AS line (id text, name text, quantity integer)
		GROUP BY 1, 2, 3 HAVING sum(sign * line.quantity) <> 0 ORDER BY 1, 2, 3
		ON CONFLICT (day, status, product_id) DO UPDATE SET units = order_day_units.units + excluded.units';
	RETURN NULL;
END
$$;--> statement-breakpoint
-- What the histories know already; the trigger counts it.
UPDATE "orders" SET "refunded_amount" = (last.detail ->> 'refunded')::numeric
	FROM (SELECT DISTINCT ON (order_id) order_id, detail FROM "order_events" WHERE kind = 'refund' ORDER BY order_id, id DESC) AS last
	WHERE last.order_id = "orders"."id" AND last.detail ->> 'refunded' ~ '^\d{1,8}(\.\d{1,2})?$';--> statement-breakpoint
UPDATE "orders" SET "dispute_status" = last.detail ->> 'status', "disputed_amount" = CASE
		WHEN last.detail ->> 'status' IN ('needs_response', 'under_review', 'lost') AND last.detail ->> 'disputed' ~ '^\d{1,8}(\.\d{1,2})?$'
		THEN (last.detail ->> 'disputed')::numeric ELSE 0 END
	FROM (SELECT DISTINCT ON (order_id) order_id, detail FROM "order_events" WHERE kind = 'dispute' ORDER BY order_id, id DESC) AS last
	WHERE last.order_id = "orders"."id";
