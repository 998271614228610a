CREATE TABLE "order_day_parts" (
	"part" text NOT NULL,
	"day" date NOT NULL,
	"key" text NOT NULL,
	"status" text NOT NULL,
	"orders" integer NOT NULL,
	"units" integer NOT NULL,
	"revenue" numeric(14, 2) NOT NULL,
	"tax" numeric(14, 2) NOT NULL,
	"returned" numeric(14, 2) NOT NULL,
	CONSTRAINT "order_day_parts_part_day_key_status_pk" PRIMARY KEY("part","day","key","status")
);
--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "source" text;--> statement-breakpoint
ALTER TABLE "checkouts" ADD COLUMN "source" text;
--> statement-breakpoint
-- As shared/zip-states.ts, which a test compares.
CREATE FUNCTION state_of_zip(zip_code text) RETURNS text LANGUAGE sql IMMUTABLE STRICT AS $$
	SELECT CASE WHEN zip_code !~ '^\s*\d{5}([ -]?\d{4})?\s*$' THEN NULL WHEN btrim(zip_code) LIKE '06390%' THEN 'NY' ELSE (
		SELECT state FROM (VALUES
		(5, 5, 'NY'), (10, 27, 'MA'), (28, 29, 'RI'), (30, 38, 'NH'), (39, 49, 'ME'), (50, 54, 'VT'),
		(55, 55, 'MA'), (56, 59, 'VT'), (60, 69, 'CT'), (70, 89, 'NJ'), (100, 149, 'NY'), (150, 196, 'PA'),
		(197, 199, 'DE'), (200, 200, 'DC'), (201, 201, 'VA'), (202, 205, 'DC'), (206, 219, 'MD'), (220, 246, 'VA'),
		(247, 268, 'WV'), (270, 289, 'NC'), (290, 299, 'SC'), (300, 319, 'GA'), (320, 339, 'FL'), (341, 349, 'FL'),
		(350, 369, 'AL'), (370, 385, 'TN'), (386, 397, 'MS'), (398, 399, 'GA'), (400, 427, 'KY'), (430, 459, 'OH'),
		(460, 479, 'IN'), (480, 499, 'MI'), (500, 528, 'IA'), (530, 549, 'WI'), (550, 567, 'MN'), (569, 569, 'DC'),
		(570, 577, 'SD'), (580, 588, 'ND'), (590, 599, 'MT'), (600, 629, 'IL'), (630, 658, 'MO'), (660, 679, 'KS'),
		(680, 693, 'NE'), (700, 714, 'LA'), (716, 729, 'AR'), (730, 732, 'OK'), (733, 733, 'TX'), (734, 749, 'OK'),
		(750, 799, 'TX'), (800, 816, 'CO'), (820, 831, 'WY'), (832, 838, 'ID'), (840, 847, 'UT'), (850, 865, 'AZ'),
		(870, 884, 'NM'), (885, 885, 'TX'), (889, 898, 'NV'), (900, 961, 'CA'), (967, 968, 'HI'), (970, 979, 'OR'),
		(980, 994, 'WA'), (995, 999, 'AK')
		) AS states (first, last, state) WHERE left(btrim(zip_code), 3)::integer BETWEEN first AND last
	) END
$$;
--> statement-breakpoint
-- What one order adds to the figures. A line of an early order may lack its price, its product or its number.
CREATE FUNCTION order_parts(zip_code text, discount_code text, source text, items text, total_amount numeric, tax numeric, returned numeric)
RETURNS TABLE (part text, key text, units bigint, revenue numeric, taxed numeric, back numeric) LANGUAGE sql IMMUTABLE AS $$
	SELECT 'state', state_of_zip($1), 0, $5, $6, $7 WHERE state_of_zip($1) IS NOT NULL
	UNION ALL SELECT 'code', $2, 0, $5, $6, $7 WHERE $2 IS NOT NULL
	UNION ALL SELECT 'source', coalesce($3, ''), 0, $5, $6, $7
	UNION ALL SELECT 'product', coalesce(line.id, line.name, ''), sum(line.quantity),
		sum(line.quantity * CASE WHEN line.price ~ '^[0-9]{1,7}(\.[0-9]{1,9})?$' THEN line.price::numeric ELSE 0 END), 0, 0
	FROM jsonb_to_recordset($4::jsonb) AS line (id text, name text, quantity integer, price text) GROUP BY 2
$$;
--> statement-breakpoint
CREATE FUNCTION count_order_parts() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	columns text := 'status, created_at, zip_code, discount_code, source, items, total_amount, tax,
		least(total_amount, refunded_amount + disputed_amount) AS returned';
	changed text := CASE TG_OP
		WHEN 'INSERT' THEN 'SELECT 1 AS sign, ' || columns || ' FROM added'
		WHEN 'DELETE' THEN 'SELECT -1 AS sign, ' || columns || ' FROM removed'
		ELSE 'SELECT 1 AS sign, ' || columns || ' FROM added UNION ALL SELECT -1, ' || columns || ' FROM removed'
	END;
BEGIN
	EXECUTE 'INSERT INTO order_day_parts (part, day, key, status, orders, units, revenue, tax, returned)
		SELECT p.part, (created_at AT TIME ZONE $1)::date, p.key, status, sum(sign), coalesce(sum(sign * p.units), 0),
			coalesce(sum(sign * p.revenue), 0), sum(sign * p.taxed), sum(sign * p.back)
		FROM (' || changed || ') AS changed,
			order_parts(zip_code, discount_code, source, items, total_amount, tax, returned) AS p
		GROUP BY 1, 2, 3, 4
		HAVING sum(sign) <> 0 OR sum(sign * p.units) <> 0 OR sum(sign * p.revenue) <> 0 OR sum(sign * p.taxed) <> 0 OR sum(sign * p.back) <> 0
		ORDER BY 1, 2, 3, 4
		ON CONFLICT (part, day, key, status) DO UPDATE
		SET orders = order_day_parts.orders + excluded.orders, units = order_day_parts.units + excluded.units,
			revenue = order_day_parts.revenue + excluded.revenue, tax = order_day_parts.tax + excluded.tax,
			returned = order_day_parts.returned + excluded.returned' USING shop_time_zone();
	RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER parts_added AFTER INSERT ON "orders" REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_order_parts();
--> statement-breakpoint
CREATE TRIGGER parts_removed AFTER DELETE ON "orders" REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION count_order_parts();
--> statement-breakpoint
CREATE TRIGGER parts_changed AFTER UPDATE ON "orders" REFERENCING NEW TABLE AS added OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION count_order_parts();
--> statement-breakpoint
CREATE FUNCTION count_all_order_parts(zone text) RETURNS void LANGUAGE sql AS $$
	INSERT INTO order_day_parts (part, day, key, status, orders, units, revenue, tax, returned)
		SELECT p.part, (created_at AT TIME ZONE zone)::date, p.key, status, count(*), coalesce(sum(p.units), 0),
			coalesce(sum(p.revenue), 0), sum(p.taxed), sum(p.back)
		FROM orders, order_parts(zip_code, discount_code, source, items, total_amount, orders.tax,
			least(total_amount, refunded_amount + disputed_amount)) AS p
		GROUP BY 1, 2, 3, 4
$$;
--> statement-breakpoint
SELECT count_all_order_parts(shop_time_zone());
--> statement-breakpoint
CREATE OR REPLACE FUNCTION count_days_in(zone text) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
	IF shop_time_zone() = zone THEN RETURN false; END IF;
	-- Whatever writes an order meanwhile waits, and then counts in the new zone.
	LOCK TABLE orders IN SHARE ROW EXCLUSIVE MODE;
	INSERT INTO settings (key, value) VALUES ('time_zone', jsonb_build_object('name', zone))
		ON CONFLICT (key) DO UPDATE SET value = excluded.value, updated_at = now();
	DELETE FROM order_days;
	DELETE FROM order_day_units;
	DELETE FROM order_day_parts;
	INSERT INTO order_days (day, status, orders, revenue, returned)
		SELECT (created_at AT TIME ZONE zone)::date, status, count(*), sum(total_amount),
			sum(least(total_amount, refunded_amount + disputed_amount))
		FROM orders GROUP BY 1, 2;
	INSERT INTO order_day_units (day, status, product_id, units)
		SELECT (created_at AT TIME ZONE zone)::date, status, coalesce(line.id, line.name), sum(line.quantity)
		FROM orders, jsonb_to_recordset(items::jsonb) AS line (id text, name text, quantity integer) GROUP BY 1, 2, 3;
	PERFORM count_all_order_parts(zone);
	RETURN true;
END
$$;
