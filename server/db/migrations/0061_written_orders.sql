CREATE TABLE "written_orders" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"idempotency_key" text NOT NULL,
	"body_hash" text NOT NULL,
	"state" text NOT NULL,
	"email" text NOT NULL,
	"total_cents" integer NOT NULL,
	"content" jsonb NOT NULL,
	"note" text NOT NULL,
	"order_id" uuid,
	"method" text,
	"reference" text,
	"paid_on" date,
	"pay_token" text,
	"expires_at" timestamp with time zone,
	"ended_by" text,
	"next_check_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"closed_at" timestamp with time zone,
	CONSTRAINT "written_orders_idempotency_key_unique" UNIQUE("idempotency_key"),
	CONSTRAINT "written_orders_pay_token_unique" UNIQUE("pay_token")
);
--> statement-breakpoint
CREATE INDEX "written_orders_newest" ON "written_orders" USING btree ("created_at","id") WHERE "written_orders"."pay_token" is not null;--> statement-breakpoint
CREATE INDEX "written_orders_order" ON "written_orders" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "written_orders_person" ON "written_orders" USING btree (person_key("email"));--> statement-breakpoint
CREATE INDEX "written_orders_due" ON "written_orders" USING btree ("next_check_at") WHERE "written_orders"."next_check_at" is not null;
--> statement-breakpoint
CREATE TRIGGER write_journal AFTER INSERT OR UPDATE OR DELETE ON "written_orders" FOR EACH ROW WHEN (current_setting('shop.actor', true) <> '') EXECUTE FUNCTION write_journal('orders', 'written_order', 'id');
