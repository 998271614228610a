CREATE TABLE "order_lines" (
	"order_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"product_id" text NOT NULL,
	"name" text NOT NULL,
	"names" jsonb,
	"quantity" integer NOT NULL,
	"unit_price_cents" integer NOT NULL,
	"discount_cents" integer DEFAULT 0 NOT NULL,
	"tax_cents" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "order_lines_order_id_position_pk" PRIMARY KEY("order_id","position")
);
--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "notes" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "notes_on_slip" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "order_lines" ADD CONSTRAINT "order_lines_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "order_lines_product" ON "order_lines" USING btree ("product_id","order_id");
--> statement-breakpoint
-- The lines of the orders there are. `items` is a JSON list of objects, which count_orders has read; a line of an early order
-- may lack its price or its product.
INSERT INTO order_lines (order_id, position, product_id, name, names, quantity, unit_price_cents)
SELECT orders.id, line.number - 1,
	coalesce(line.item ->> 'id', line.item ->> 'name', ''),
	coalesce(line.item ->> 'name', line.item ->> 'id', ''),
	CASE WHEN jsonb_typeof(line.item -> 'names') = 'object' THEN line.item -> 'names' END,
	CASE WHEN line.item ->> 'quantity' ~ '^[0-9]{1,9}$' THEN (line.item ->> 'quantity')::integer ELSE 1 END,
	CASE WHEN line.item ->> 'price' ~ '^[0-9]{1,7}(\.[0-9]{1,9})?$'
		THEN round((line.item ->> 'price')::numeric * 100)::integer ELSE 0 END
FROM orders, jsonb_array_elements(orders.items::jsonb) WITH ORDINALITY AS line (item, number);
