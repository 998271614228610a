ALTER TABLE "order_lines" ADD COLUMN "paid_back" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
-- `items` had them until now.
UPDATE order_lines SET paid_back = (line.item ->> 'paidBack')::integer
FROM orders, jsonb_array_elements(orders.items::jsonb) WITH ORDINALITY AS line (item, number)
WHERE orders.items LIKE '%"paidBack"%' AND orders.id = order_lines.order_id
	AND order_lines.position = line.number - 1 AND line.item ? 'paidBack';
