-- An instance of an early version writes no lines. From here on the stats by product come from them.
INSERT INTO order_lines (order_id, position, product_id, name, names, quantity, unit_price_cents)
SELECT orders.id, line.number - 1,
	coalesce(line.item ->> 'id', line.item ->> 'name', ''),
	coalesce(line.item ->> 'name', line.item ->> 'id', ''),
	CASE WHEN jsonb_typeof(line.item -> 'names') = 'object' THEN line.item -> 'names' END,
	CASE WHEN line.item ->> 'quantity' ~ '^[0-9]{1,9}$' THEN (line.item ->> 'quantity')::integer ELSE 1 END,
	CASE WHEN line.item ->> 'price' ~ '^[0-9]{1,7}(\.[0-9]{1,9})?$'
		THEN round((line.item ->> 'price')::numeric * 100)::integer ELSE 0 END
FROM orders, jsonb_array_elements(orders.items::jsonb) WITH ORDINALITY AS line (item, number)
WHERE NOT EXISTS (SELECT FROM order_lines WHERE order_lines.order_id = orders.id);
--> statement-breakpoint
DROP TRIGGER parts_added ON orders;--> statement-breakpoint
DROP TRIGGER parts_removed ON orders;--> statement-breakpoint
DROP TRIGGER parts_changed ON orders;--> statement-breakpoint
DROP FUNCTION count_order_parts_added();--> statement-breakpoint
DROP FUNCTION count_order_parts_removed();--> statement-breakpoint
DROP FUNCTION count_order_parts_changed();--> statement-breakpoint
DROP FUNCTION order_parts(text, text, text, text, numeric, numeric, numeric);--> statement-breakpoint
DROP FUNCTION fold_figures(date);--> statement-breakpoint
ALTER FUNCTION figures_slot() RENAME TO stats_slot;
--> statement-breakpoint
-- Every order has exactly one source, so these make up the part of all orders.
INSERT INTO order_day_parts (part, day, key, status, orders, units, revenue, tax, returned, slot)
	SELECT 'all', day, '', status, sum(orders), 0, sum(revenue), sum(tax), sum(returned), slot
	FROM order_day_parts WHERE part = 'source' GROUP BY day, status, slot;
--> statement-breakpoint
DROP TABLE "order_day_units";--> statement-breakpoint
DROP TABLE "order_days";
--> statement-breakpoint
-- Each function is one fixed statement, whose plan a connection keeps. The rows of a statement are written in one order, that
-- of all orders first: two transactions that share another row share it too, and wait there.
DO $make$
DECLARE
	orders_of text := $sql$SELECT %s AS sign, created_at, status, p.part, p.key, 0 AS units, total_amount AS revenue, tax,
			least(total_amount, refunded_amount + disputed_amount) AS returned
		FROM %s AS o, LATERAL (VALUES ('all', ''), ('state', state_of_zip(zip_code)), ('code', discount_code),
			('source', coalesce(source, ''))) AS p (part, key) WHERE p.key IS NOT NULL$sql$;
	lines_of text := $sql$SELECT %s AS sign, created_at, status, 'product' AS part, product_id AS key, quantity AS units,
			quantity::numeric * unit_price_cents / 100 AS revenue, 0 AS tax, 0 AS returned
		FROM %s AS o JOIN %s AS l ON l.order_id = o.id$sql$;
	customers_of text := $sql$SELECT %s AS sign, first_order_at AS created_at, '' AS status, 'customer' AS part, 'first' AS key,
			0 AS units, 0 AS revenue, 0 AS tax, 0 AS returned FROM %s AS c$sql$;
	count text := $sql$INSERT INTO order_day_parts AS d (part, day, key, status, orders, units, revenue, tax, returned, slot)
		SELECT part, (created_at AT TIME ZONE zone)::date, key, status, sum(sign), sum(sign * units), sum(sign * revenue),
			sum(sign * tax), sum(sign * returned), %s
		FROM (%s) AS counted GROUP BY 1, 2, 3, 4
		HAVING sum(sign) <> 0 OR sum(sign * units) <> 0 OR sum(sign * revenue) <> 0 OR sum(sign * tax) <> 0
			OR sum(sign * returned) <> 0
		ORDER BY 1, 2, 3, 4
		ON CONFLICT (part, day, key, status, slot) DO UPDATE
		SET orders = d.orders + excluded.orders, units = d.units + excluded.units, revenue = d.revenue + excluded.revenue,
			tax = d.tax + excluded.tax, returned = d.returned + excluded.returned;$sql$;
	made record;
BEGIN
	FOR made IN SELECT * FROM (VALUES
		('count_orders_added', format(orders_of, 1, 'added')),
		('count_orders_removed', format(orders_of, -1, 'removed')),
		('count_orders_changed', concat_ws(' UNION ALL ', format(orders_of, 1, 'added'), format(orders_of, -1, 'removed'),
			format(lines_of, 1, 'added', 'order_lines'), format(lines_of, -1, 'removed', 'order_lines'))),
		('count_lines_added', format(lines_of, 1, 'orders', 'added')),
		('count_lines_removed', format(lines_of, -1, 'orders', 'removed')),
		('count_first_orders_added', format(customers_of, 1, 'added')),
		('count_first_orders_removed', format(customers_of, -1, 'removed')),
		('count_first_orders_changed', concat_ws(' UNION ALL ', format(customers_of, 1, 'added'), format(customers_of, -1, 'removed')))
	) AS functions (name, counted) LOOP
		EXECUTE format('CREATE OR REPLACE FUNCTION %s() RETURNS trigger LANGUAGE plpgsql AS $body$
			DECLARE
				zone text := shop_time_zone();
			BEGIN
				%s
				RETURN NULL;
			END
			$body$', made.name, format(count, 'stats_slot()', made.counted));
	END LOOP;
	EXECUTE format('CREATE OR REPLACE FUNCTION count_all_order_parts(zone text) RETURNS void LANGUAGE sql AS $body$ %s $body$',
		format(count, 0, concat_ws(' UNION ALL ', format(orders_of, 1, 'orders'), format(lines_of, 1, 'orders', 'order_lines'),
			format(customers_of, 1, 'customers'))));
END
$make$;
--> statement-breakpoint
CREATE TRIGGER lines_added AFTER INSERT ON order_lines REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_lines_added();
--> statement-breakpoint
CREATE TRIGGER lines_removed AFTER DELETE ON order_lines REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION count_lines_removed();
--> statement-breakpoint
-- The lines of a deleted order go before it, so that its day and status are still there when they are taken off.
CREATE FUNCTION remove_lines() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	DELETE FROM order_lines WHERE order_id = OLD.id;
	RETURN OLD;
END
$$;
--> statement-breakpoint
CREATE TRIGGER lines_removed BEFORE DELETE ON orders FOR EACH ROW EXECUTE FUNCTION remove_lines();
--> statement-breakpoint
CREATE OR REPLACE FUNCTION count_days_in(zone text) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
	IF shop_time_zone() = zone THEN RETURN false; END IF;
	-- Whatever writes an order meanwhile waits, and then counts in the new zone.
	LOCK TABLE orders IN SHARE ROW EXCLUSIVE MODE;
	INSERT INTO settings (key, value) VALUES ('time_zone', jsonb_build_object('name', zone))
		ON CONFLICT (key) DO UPDATE SET value = excluded.value, updated_at = now();
	DELETE FROM order_day_parts;
	PERFORM count_all_order_parts(zone);
	RETURN true;
END
$$;
--> statement-breakpoint
-- Sums up the slots of the days before that one; false when there are none, or when writers kept it waiting for a second.
CREATE FUNCTION fold_stats(before date) RETURNS boolean LANGUAGE plpgsql SET lock_timeout = '1s' AS $$
BEGIN
	IF NOT EXISTS (SELECT FROM order_day_parts WHERE slot <> 0 AND day < before) THEN RETURN false; END IF;
	-- Writers wait for the few milliseconds of this, so that none holds rows in another order.
	LOCK TABLE order_day_parts IN SHARE ROW EXCLUSIVE MODE;
	WITH folded AS (DELETE FROM order_day_parts WHERE slot <> 0 AND day < before RETURNING *)
	INSERT INTO order_day_parts AS d (part, day, key, status, orders, units, revenue, tax, returned)
		SELECT part, day, key, status, sum(orders), sum(units), sum(revenue), sum(tax), sum(returned) FROM folded GROUP BY 1, 2, 3, 4
	ON CONFLICT (part, day, key, status, slot) DO UPDATE
	SET orders = d.orders + excluded.orders, units = d.units + excluded.units, revenue = d.revenue + excluded.revenue,
		tax = d.tax + excluded.tax, returned = d.returned + excluded.returned;
	RETURN true;
EXCEPTION WHEN lock_not_available THEN
	RETURN false;
END
$$;
