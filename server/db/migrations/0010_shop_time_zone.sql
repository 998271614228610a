-- The zone whose midnights divide the days of the figures. Figures of before were counted in New York's.
CREATE FUNCTION shop_time_zone() RETURNS text LANGUAGE sql STABLE AS $$
	SELECT coalesce((SELECT value ->> 'name' FROM settings WHERE key = 'time_zone'), 'America/New_York')
$$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION count_orders() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	zone text := shop_time_zone();
	columns text := 'status, created_at, total_amount, items, least(total_amount, refunded_amount + disputed_amount) AS returned';
	changed text := CASE TG_OP
		WHEN 'INSERT' THEN 'SELECT 1 AS sign, ' || columns || ' FROM added'
		WHEN 'DELETE' THEN 'SELECT -1 AS sign, ' || columns || ' FROM removed'
		ELSE 'SELECT 1 AS sign, ' || columns || ' FROM added UNION ALL SELECT -1, ' || columns || ' FROM removed'
	END;
BEGIN
	EXECUTE 'INSERT INTO order_days (day, status, orders, revenue, returned)
		SELECT (created_at AT TIME ZONE $1)::date, status, sum(sign), sum(sign * total_amount), sum(sign * returned)
		FROM (' || changed || ') AS changed
		GROUP BY 1, 2 HAVING sum(sign) <> 0 OR sum(sign * total_amount) <> 0 OR sum(sign * returned) <> 0 ORDER BY 1, 2
		ON CONFLICT (day, status) DO UPDATE
		SET orders = order_days.orders + excluded.orders, revenue = order_days.revenue + excluded.revenue,
			returned = order_days.returned + excluded.returned' USING zone;
	EXECUTE 'INSERT INTO order_day_units (day, status, product_id, units)
		SELECT (created_at AT TIME ZONE $1)::date, status, coalesce(line.id, line.name), sum(sign * line.quantity)
		FROM (' || changed || ') AS changed, jsonb_to_recordset(items::jsonb) AS line (id text, name text, quantity integer)
		GROUP BY 1, 2, 3 HAVING sum(sign * line.quantity) <> 0 ORDER BY 1, 2, 3
		ON CONFLICT (day, status, product_id) DO UPDATE SET units = order_day_units.units + excluded.units' USING zone;
	RETURN NULL;
END
$$;
--> statement-breakpoint
-- Counts all orders anew by the days of another zone, and keeps it for what comes; false when it is the one already.
CREATE FUNCTION count_days_in(zone text) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
	IF shop_time_zone() = zone THEN RETURN false; END IF;
	-- Whatever writes an order meanwhile waits, and then counts in the new zone.
	LOCK TABLE orders IN SHARE ROW EXCLUSIVE MODE;
	INSERT INTO settings (key, value) VALUES ('time_zone', jsonb_build_object('name', zone))
		ON CONFLICT (key) DO UPDATE SET value = excluded.value, updated_at = now();
	DELETE FROM order_days;
	DELETE FROM order_day_units;
	INSERT INTO order_days (day, status, orders, revenue, returned)
		SELECT (created_at AT TIME ZONE zone)::date, status, count(*), sum(total_amount),
			sum(least(total_amount, refunded_amount + disputed_amount))
		FROM orders GROUP BY 1, 2;
	INSERT INTO order_day_units (day, status, product_id, units)
		SELECT (created_at AT TIME ZONE zone)::date, status, coalesce(line.id, line.name), sum(line.quantity)
		FROM orders, jsonb_to_recordset(items::jsonb) AS line (id text, name text, quantity integer) GROUP BY 1, 2, 3;
	RETURN true;
END
$$;
