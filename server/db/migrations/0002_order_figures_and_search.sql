-- Words for search, alike for "Núñez" and "nunez": no accents, no capitals, cut at every ASCII character that is neither letter nor digit.
CREATE FUNCTION search_words(VARIADIC texts text[]) RETURNS tsvector LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
	SELECT array_to_tsvector(array_remove(regexp_split_to_array(
		lower(regexp_replace(normalize(array_to_string(texts, ' '), NFD), '[\u0300-\u036f]', '', 'g')),
		'[\x01-\x2f\x3a-\x40\x5b-\x60\x7b-\x7f]+'
	), ''))
$$;
--> statement-breakpoint
CREATE TABLE "order_day_units" (
	"day" date NOT NULL,
	"status" text NOT NULL,
	"product_id" text NOT NULL,
	"units" integer NOT NULL,
	CONSTRAINT "order_day_units_day_status_product_id_pk" PRIMARY KEY("day","status","product_id")
);
--> statement-breakpoint
CREATE TABLE "order_days" (
	"day" date NOT NULL,
	"status" text NOT NULL,
	"orders" integer NOT NULL,
	"revenue" numeric(14, 2) NOT NULL,
	CONSTRAINT "order_days_day_status_pk" PRIMARY KEY("day","status")
);
--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "search" "tsvector" GENERATED ALWAYS AS (search_words(left(id::text, 8), customer_name, email, tracking_number, right(regexp_replace(phone, '[^0-9]', '', 'g'), 10))) STORED;--> statement-breakpoint
ALTER TABLE "wholesale_inquiries" ADD COLUMN "search" "tsvector" GENERATED ALWAYS AS (search_words(business_name, contact_name, email, location, right(regexp_replace(phone, '[^0-9]', '', 'g'), 10))) STORED;--> statement-breakpoint
CREATE INDEX "orders_total" ON "orders" USING btree ("total_amount","id");--> statement-breakpoint
CREATE INDEX "orders_search" ON "orders" USING gin ("search") WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "wholesale_business" ON "wholesale_inquiries" USING btree ("business_name","id");--> statement-breakpoint
CREATE INDEX "wholesale_search" ON "wholesale_inquiries" USING gin ("search") WITH (fastupdate=false);
--> statement-breakpoint
-- Once a statement, not once a row: all its changes in one upsert, in one order, so that two statements cannot hold what the other waits for.
CREATE FUNCTION count_orders() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	changed text := CASE TG_OP
		WHEN 'INSERT' THEN 'SELECT 1 AS sign, status, created_at, total_amount, items FROM added'
		WHEN 'DELETE' THEN 'SELECT -1 AS sign, status, created_at, total_amount, items FROM removed'
		ELSE 'SELECT 1 AS sign, status, created_at, total_amount, items FROM added UNION ALL
			SELECT -1, status, created_at, total_amount, items FROM removed'
	END;
BEGIN
	EXECUTE 'INSERT INTO order_days (day, status, orders, revenue)
		SELECT (created_at AT TIME ZONE ''America/New_York'')::date, status, sum(sign), sum(sign * total_amount)
		FROM (' || changed || ') AS changed
		GROUP BY 1, 2 HAVING sum(sign) <> 0 OR sum(sign * total_amount) <> 0 ORDER BY 1, 2
		ON CONFLICT (day, status) DO UPDATE
		SET orders = order_days.orders + excluded.orders, revenue = order_days.revenue + excluded.revenue';
	EXECUTE 'INSERT INTO order_day_units (day, status, product_id, units)
		SELECT (created_at AT TIME ZONE ''America/New_York'')::date, status, coalesce(line.id, line.name), sum(sign * line.quantity)
		FROM (' || changed || ') AS changed, jsonb_to_recordset(items::jsonb) AS line (id text, name text, quantity integer)
		GROUP BY 1, 2, 3 HAVING sum(sign * line.quantity) <> 0 ORDER BY 1, 2, 3
		ON CONFLICT (day, status, product_id) DO UPDATE SET units = order_day_units.units + excluded.units';
	RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER orders_added AFTER INSERT ON "orders" REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_orders();
--> statement-breakpoint
CREATE TRIGGER orders_removed AFTER DELETE ON "orders" REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION count_orders();
--> statement-breakpoint
CREATE TRIGGER orders_changed AFTER UPDATE ON "orders" REFERENCING NEW TABLE AS added OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION count_orders();
--> statement-breakpoint
INSERT INTO order_days (day, status, orders, revenue)
	SELECT (created_at AT TIME ZONE 'America/New_York')::date, status, count(*), sum(total_amount) FROM orders GROUP BY 1, 2;
--> statement-breakpoint
INSERT INTO order_day_units (day, status, product_id, units)
	SELECT (created_at AT TIME ZONE 'America/New_York')::date, status, coalesce(line.id, line.name), sum(line.quantity)
	FROM orders, jsonb_to_recordset(items::jsonb) AS line (id text, name text, quantity integer) GROUP BY 1, 2, 3;
