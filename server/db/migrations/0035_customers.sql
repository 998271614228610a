CREATE TABLE "customers" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"person" text NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"orders" integer NOT NULL,
	"net" numeric(14, 2) NOT NULL,
	"first_order_at" timestamp with time zone NOT NULL,
	"last_order_at" timestamp with time zone NOT NULL,
	"search" "tsvector" GENERATED ALWAYS AS (search_words(name, email)) STORED,
	CONSTRAINT "customers_person_unique" UNIQUE("person")
);
--> statement-breakpoint
CREATE INDEX "customers_last_order" ON "customers" USING btree ("last_order_at","id");--> statement-breakpoint
CREATE INDEX "customers_net" ON "customers" USING btree ("net","id");--> statement-breakpoint
CREATE INDEX "customers_orders" ON "customers" USING btree ("orders","id");--> statement-breakpoint
CREATE INDEX "customers_search" ON "customers" USING gin ("search") WITH (fastupdate=false);
--> statement-breakpoint
-- What the orders say of each customer. Asked for some of them, it reads these by their index.
CREATE FUNCTION count_customers() RETURNS TABLE (person text, name text, email text, orders bigint, net numeric,
	first_order_at timestamptz, last_order_at timestamptz) LANGUAGE sql STABLE AS $$
	SELECT person_key(email), (array_agg(customer_name ORDER BY created_at DESC, id DESC))[1],
		(array_agg(email ORDER BY created_at DESC, id DESC))[1], count(*),
		sum(total_amount - least(total_amount, refunded_amount + disputed_amount)), min(created_at), max(created_at)
	FROM orders WHERE status <> 'cancelled' AND person_key(email) <> '' GROUP BY 1
$$;
--> statement-breakpoint
-- New orders are added to what is known of their customers. The row of a customer is the lock: other people's orders go on.
CREATE FUNCTION add_to_customers() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO customers AS c (person, name, email, orders, net, first_order_at, last_order_at)
		SELECT person_key(email), (array_agg(customer_name ORDER BY created_at DESC, id DESC))[1],
			(array_agg(email ORDER BY created_at DESC, id DESC))[1], count(*),
			sum(total_amount - least(total_amount, refunded_amount + disputed_amount)), min(created_at), max(created_at)
		FROM added WHERE status <> 'cancelled' AND person_key(email) <> '' GROUP BY 1 ORDER BY 1
	ON CONFLICT (person) DO UPDATE SET orders = c.orders + excluded.orders, net = c.net + excluded.net,
		name = CASE WHEN excluded.last_order_at >= c.last_order_at THEN excluded.name ELSE c.name END,
		email = CASE WHEN excluded.last_order_at >= c.last_order_at THEN excluded.email ELSE c.email END,
		first_order_at = least(c.first_order_at, excluded.first_order_at),
		last_order_at = greatest(c.last_order_at, excluded.last_order_at);
	RETURN NULL;
END
$$;
--> statement-breakpoint
-- Customers whose orders are changed or deleted are counted anew. An update that touches nothing of a customer's ends early.
CREATE FUNCTION recount_customers() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	touched text[];
BEGIN
	IF TG_OP = 'DELETE' THEN
		touched := ARRAY(SELECT DISTINCT person_key(email) FROM removed ORDER BY 1);
	ELSE
		touched := ARRAY(SELECT DISTINCT person_key(unnest(ARRAY[a.email, r.email]))
			FROM added AS a JOIN removed AS r USING (id)
			WHERE (a.email, a.customer_name, a.created_at, a.status = 'cancelled', a.total_amount, a.refunded_amount, a.disputed_amount)
				IS DISTINCT FROM
				(r.email, r.customer_name, r.created_at, r.status = 'cancelled', r.total_amount, r.refunded_amount, r.disputed_amount)
			ORDER BY 1);
	END IF;
	touched := array_remove(touched, '');
	IF touched = '{}' THEN RETURN NULL; END IF;
	-- Each statement sees what was committed before it began: first the locks, then the orders.
	PERFORM FROM customers WHERE person = ANY (touched) ORDER BY person FOR UPDATE;
	INSERT INTO customers (person, name, email, orders, net, first_order_at, last_order_at)
		SELECT people.person, customer_name, email, 0, 0, created_at, created_at
		FROM unnest(touched) AS people (person), LATERAL (
			SELECT customer_name, email, created_at FROM orders
			WHERE person_key(orders.email) = people.person AND status <> 'cancelled' ORDER BY created_at LIMIT 1) AS first
		WHERE NOT EXISTS (SELECT FROM customers AS c WHERE c.person = people.person)
		ORDER BY person
	ON CONFLICT (person) DO UPDATE SET person = excluded.person;
	UPDATE customers AS c SET orders = o.orders, net = o.net, name = o.name, email = o.email,
		first_order_at = o.first_order_at, last_order_at = o.last_order_at
	FROM count_customers() AS o WHERE c.person = o.person AND o.person = ANY (touched);
	DELETE FROM customers AS c WHERE c.person = ANY (touched)
		AND NOT EXISTS (SELECT FROM orders WHERE person_key(orders.email) = c.person AND status <> 'cancelled');
	RETURN NULL;
END
$$;
--> statement-breakpoint
-- First orders by day, among the other figures.
CREATE FUNCTION count_first_orders() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	changed text := CASE TG_OP
		WHEN 'INSERT' THEN 'SELECT 1 AS sign, first_order_at FROM added'
		WHEN 'DELETE' THEN 'SELECT -1 AS sign, first_order_at FROM removed'
		ELSE 'SELECT 1 AS sign, first_order_at FROM added UNION ALL SELECT -1, first_order_at FROM removed'
	END;
BEGIN
	-- Most orders come from customers that are there already.
	IF TG_OP = 'INSERT' THEN
		IF NOT EXISTS (SELECT FROM added) THEN RETURN NULL; END IF;
	ELSIF TG_OP = 'UPDATE' THEN
		IF NOT EXISTS (SELECT FROM added AS a JOIN removed AS r USING (id) WHERE a.first_order_at <> r.first_order_at) THEN
			RETURN NULL;
		END IF;
	END IF;
	EXECUTE 'INSERT INTO order_day_parts AS p (part, day, key, status, orders, units, revenue, tax, returned)
		SELECT ''customer'', (first_order_at AT TIME ZONE $1)::date, ''first'', '''', sum(sign), 0, 0, 0, 0
		FROM (' || changed || ') AS changed GROUP BY 2 HAVING sum(sign) <> 0 ORDER BY 2
		ON CONFLICT (part, day, key, status) DO UPDATE SET orders = p.orders + excluded.orders' USING shop_time_zone();
	RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION count_all_order_parts(zone text) RETURNS void LANGUAGE sql AS $$
	INSERT INTO order_day_parts (part, day, key, status, orders, units, revenue, tax, returned)
		SELECT p.part, (created_at AT TIME ZONE zone)::date, p.key, status, count(*), coalesce(sum(p.units), 0),
			coalesce(sum(p.revenue), 0), sum(p.taxed), sum(p.back)
		FROM orders, order_parts(zip_code, discount_code, source, items, total_amount, orders.tax,
			least(total_amount, refunded_amount + disputed_amount)) AS p
		GROUP BY 1, 2, 3, 4
		UNION ALL SELECT 'customer', (first_order_at AT TIME ZONE zone)::date, 'first', '', count(*), 0, 0, 0, 0
		FROM customers GROUP BY 2
$$;
--> statement-breakpoint
CREATE TRIGGER first_added AFTER INSERT ON "customers" REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_first_orders();
--> statement-breakpoint
CREATE TRIGGER first_removed AFTER DELETE ON "customers" REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION count_first_orders();
--> statement-breakpoint
CREATE TRIGGER first_changed AFTER UPDATE ON "customers" REFERENCING NEW TABLE AS added OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION count_first_orders();
--> statement-breakpoint
-- By their names these run after the figures' own: whoever waits for a day's row holds no customer's.
CREATE TRIGGER people_added AFTER INSERT ON "orders" REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION add_to_customers();
--> statement-breakpoint
CREATE TRIGGER people_removed AFTER DELETE ON "orders" REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION recount_customers();
--> statement-breakpoint
CREATE TRIGGER people_changed AFTER UPDATE ON "orders" REFERENCING NEW TABLE AS added OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION recount_customers();
--> statement-breakpoint
INSERT INTO customers (person, name, email, orders, net, first_order_at, last_order_at)
	SELECT person, name, email, orders, net, first_order_at, last_order_at FROM count_customers();
