ALTER TABLE "order_day_parts" ADD COLUMN "slot" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "order_day_units" ADD COLUMN "slot" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "order_days" ADD COLUMN "slot" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "order_day_parts" DROP CONSTRAINT "order_day_parts_part_day_key_status_pk";--> statement-breakpoint
ALTER TABLE "order_day_units" DROP CONSTRAINT "order_day_units_day_status_product_id_pk";--> statement-breakpoint
ALTER TABLE "order_days" DROP CONSTRAINT "order_days_day_status_pk";--> statement-breakpoint
ALTER TABLE "order_day_parts" ADD CONSTRAINT "order_day_parts_part_day_key_status_slot_pk" PRIMARY KEY("part","day","key","status","slot");--> statement-breakpoint
ALTER TABLE "order_day_units" ADD CONSTRAINT "order_day_units_day_status_product_id_slot_pk" PRIMARY KEY("day","status","product_id","slot");--> statement-breakpoint
ALTER TABLE "order_days" ADD CONSTRAINT "order_days_day_status_slot_pk" PRIMARY KEY("day","status","slot");--> statement-breakpoint
CREATE INDEX "order_day_parts_unfolded" ON "order_day_parts" USING btree ("day") WHERE "order_day_parts"."slot" <> 0;--> statement-breakpoint
CREATE INDEX "order_day_units_unfolded" ON "order_day_units" USING btree ("day") WHERE "order_day_units"."slot" <> 0;--> statement-breakpoint
CREATE INDEX "order_days_unfolded" ON "order_days" USING btree ("day") WHERE "order_days"."slot" <> 0;--> statement-breakpoint
CREATE FUNCTION figures_slot() RETURNS smallint LANGUAGE sql STABLE AS $$
	SELECT (pg_backend_pid() % 8)::smallint
$$;
--> statement-breakpoint
-- One function for each of insert, delete and update: their statements are then fixed ones, whose plans a connection keeps.
-- Together with their triggers they are made from one text, in which %1$s is the kind of change and %2$s the changed rows.
DO $make$
DECLARE
	change record;
BEGIN
	FOR change IN SELECT * FROM (VALUES
		('added', 'AFTER INSERT', 'NEW TABLE AS added', 'SELECT 1 AS sign, added.* FROM added'),
		('removed', 'AFTER DELETE', 'OLD TABLE AS removed', 'SELECT -1 AS sign, removed.* FROM removed'),
		('changed', 'AFTER UPDATE', 'NEW TABLE AS added OLD TABLE AS removed',
			'SELECT 1 AS sign, added.* FROM added UNION ALL SELECT -1, removed.* FROM removed')
	) AS changes (name, event, tables, rows) LOOP
		EXECUTE format($function$
			CREATE FUNCTION count_orders_%1$s() RETURNS trigger LANGUAGE plpgsql AS $$
			DECLARE
				zone text := shop_time_zone();
				own smallint := figures_slot();
			BEGIN
				INSERT INTO order_days AS d (day, status, orders, revenue, returned, slot)
					SELECT (created_at AT TIME ZONE zone)::date, status, sum(sign), sum(sign * total_amount),
						sum(sign * least(total_amount, refunded_amount + disputed_amount)), own
					FROM (%2$s) AS changed GROUP BY 1, 2
					HAVING sum(sign) <> 0 OR sum(sign * total_amount) <> 0
						OR sum(sign * least(total_amount, refunded_amount + disputed_amount)) <> 0
					ORDER BY 1, 2
				ON CONFLICT (day, status, slot) DO UPDATE
				SET orders = d.orders + excluded.orders, revenue = d.revenue + excluded.revenue, returned = d.returned + excluded.returned;
				INSERT INTO order_day_units AS u (day, status, product_id, units, slot)
					SELECT (created_at AT TIME ZONE zone)::date, status, coalesce(line.id, line.name), sum(sign * line.quantity), own
					FROM (%2$s) AS changed, jsonb_to_recordset(items::jsonb) AS line (id text, name text, quantity integer)
					GROUP BY 1, 2, 3 HAVING sum(sign * line.quantity) <> 0 ORDER BY 1, 2, 3
				ON CONFLICT (day, status, product_id, slot) DO UPDATE SET units = u.units + excluded.units;
				RETURN NULL;
			END
			$$$function$, change.name, change.rows);
		EXECUTE format($function$
			CREATE FUNCTION count_order_parts_%1$s() RETURNS trigger LANGUAGE plpgsql AS $$
			DECLARE
				zone text := shop_time_zone();
				own smallint := figures_slot();
			BEGIN
				INSERT INTO order_day_parts AS d (part, day, key, status, orders, units, revenue, tax, returned, slot)
					SELECT p.part, (created_at AT TIME ZONE zone)::date, p.key, status, sum(sign), coalesce(sum(sign * p.units), 0),
						coalesce(sum(sign * p.revenue), 0), sum(sign * p.taxed), sum(sign * p.back), own
					FROM (%2$s) AS changed, order_parts(zip_code, discount_code, source, items, total_amount, tax,
						least(total_amount, refunded_amount + disputed_amount)) AS p
					GROUP BY 1, 2, 3, 4
					HAVING sum(sign) <> 0 OR sum(sign * p.units) <> 0 OR sum(sign * p.revenue) <> 0 OR sum(sign * p.taxed) <> 0
						OR sum(sign * p.back) <> 0
					ORDER BY 1, 2, 3, 4
				ON CONFLICT (part, day, key, status, slot) DO UPDATE
				SET orders = d.orders + excluded.orders, units = d.units + excluded.units, revenue = d.revenue + excluded.revenue,
					tax = d.tax + excluded.tax, returned = d.returned + excluded.returned;
				RETURN NULL;
			END
			$$$function$, change.name, change.rows);
		EXECUTE format($function$
			CREATE FUNCTION count_first_orders_%1$s() RETURNS trigger LANGUAGE plpgsql AS $$
			BEGIN
				INSERT INTO order_day_parts AS d (part, day, key, status, orders, units, revenue, tax, returned, slot)
					SELECT 'customer', (first_order_at AT TIME ZONE shop_time_zone())::date, 'first', '', sum(sign), 0, 0, 0, 0, figures_slot()
					FROM (%2$s) AS changed GROUP BY 2 HAVING sum(sign) <> 0 ORDER BY 2
				ON CONFLICT (part, day, key, status, slot) DO UPDATE SET orders = d.orders + excluded.orders;
				RETURN NULL;
			END
			$$$function$, change.name, change.rows);
		EXECUTE format('DROP TRIGGER orders_%1$s ON orders; DROP TRIGGER parts_%1$s ON orders; DROP TRIGGER first_%1$s ON customers;
			CREATE TRIGGER orders_%1$s %2$s ON orders REFERENCING %3$s FOR EACH STATEMENT EXECUTE FUNCTION count_orders_%1$s();
			CREATE TRIGGER parts_%1$s %2$s ON orders REFERENCING %3$s FOR EACH STATEMENT EXECUTE FUNCTION count_order_parts_%1$s();
			CREATE TRIGGER first_%1$s %2$s ON customers REFERENCING %3$s FOR EACH STATEMENT EXECUTE FUNCTION count_first_orders_%1$s()',
			change.name, change.event, change.tables);
	END LOOP;
END
$make$;
--> statement-breakpoint
DROP FUNCTION count_orders();--> statement-breakpoint
DROP FUNCTION count_order_parts();--> statement-breakpoint
DROP FUNCTION count_first_orders();--> statement-breakpoint
-- Sums up the slots of the days before that one; false when there are none, or when writers kept it waiting for a second.
CREATE FUNCTION fold_figures(before date) RETURNS boolean LANGUAGE plpgsql SET lock_timeout = '1s' AS $$
BEGIN
	IF NOT EXISTS (SELECT FROM order_days WHERE slot <> 0 AND day < before)
		AND NOT EXISTS (SELECT FROM order_day_units WHERE slot <> 0 AND day < before)
		AND NOT EXISTS (SELECT FROM order_day_parts WHERE slot <> 0 AND day < before) THEN RETURN false; END IF;
	-- Writers wait for the few milliseconds of this, so that none holds rows in another order.
	LOCK TABLE order_days, order_day_units, order_day_parts IN SHARE ROW EXCLUSIVE MODE;
	WITH folded AS (DELETE FROM order_days WHERE slot <> 0 AND day < before RETURNING *)
	INSERT INTO order_days AS d (day, status, orders, revenue, returned)
		SELECT day, status, sum(orders), sum(revenue), sum(returned) FROM folded GROUP BY 1, 2
	ON CONFLICT (day, status, slot) DO UPDATE
	SET orders = d.orders + excluded.orders, revenue = d.revenue + excluded.revenue, returned = d.returned + excluded.returned;
	WITH folded AS (DELETE FROM order_day_units WHERE slot <> 0 AND day < before RETURNING *)
	INSERT INTO order_day_units AS u (day, status, product_id, units)
		SELECT day, status, product_id, sum(units) FROM folded GROUP BY 1, 2, 3
	ON CONFLICT (day, status, product_id, slot) DO UPDATE SET units = u.units + excluded.units;
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
