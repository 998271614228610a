CREATE TABLE "lots" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"product_id" text NOT NULL,
	"code" text NOT NULL,
	"best_by" date NOT NULL,
	"made_on" date NOT NULL,
	"quantity" integer,
	"is_open" boolean DEFAULT true NOT NULL,
	"recall_id" uuid,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "packed_lots" (
	"order_id" uuid NOT NULL,
	"lot_id" uuid NOT NULL,
	"quantity" integer NOT NULL,
	CONSTRAINT "packed_lots_order_id_lot_id_pk" PRIMARY KEY("order_id","lot_id")
);
--> statement-breakpoint
CREATE TABLE "recall_orders" (
	"recall_id" uuid NOT NULL,
	"order_id" uuid NOT NULL,
	"quantity" integer NOT NULL,
	"is_sure" boolean NOT NULL,
	"has_left" boolean NOT NULL,
	"written_for" uuid,
	"state" text NOT NULL,
	CONSTRAINT "recall_orders_recall_id_order_id_pk" PRIMARY KEY("recall_id","order_id")
);
--> statement-breakpoint
CREATE TABLE "recalls" (
	"id" uuid PRIMARY KEY NOT NULL,
	"product_id" text NOT NULL,
	"is_whole" boolean NOT NULL,
	"maybe_from" date,
	"maybe_to" date,
	"subject" jsonb NOT NULL,
	"reason" jsonb NOT NULL,
	"todo" jsonb NOT NULL,
	"notice" jsonb,
	"ended_at" timestamp with time zone,
	"written_at" timestamp with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "packed_lots" ADD CONSTRAINT "packed_lots_lot_id_lots_id_fk" FOREIGN KEY ("lot_id") REFERENCES "public"."lots"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recall_orders" ADD CONSTRAINT "recall_orders_recall_id_recalls_id_fk" FOREIGN KEY ("recall_id") REFERENCES "public"."recalls"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "lots_code" ON "lots" USING btree ("product_id","code");--> statement-breakpoint
CREATE INDEX "lots_open" ON "lots" USING btree ("product_id","is_open");--> statement-breakpoint
CREATE INDEX "packed_lots_lot" ON "packed_lots" USING btree ("lot_id","order_id","quantity");--> statement-breakpoint
CREATE INDEX "recall_orders_waiting" ON "recall_orders" USING btree ("recall_id","order_id") WHERE "recall_orders"."state" = 'waiting';--> statement-breakpoint
CREATE INDEX "recall_orders_person" ON "recall_orders" USING btree ("recall_id","written_for");--> statement-breakpoint
CREATE UNIQUE INDEX "recalls_running" ON "recalls" USING btree ("product_id") WHERE "recalls"."is_whole" and "recalls"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "recalls_unwritten" ON "recalls" USING btree ("id") WHERE "recalls"."written_at" is null;
--> statement-breakpoint
CREATE TRIGGER count_version BEFORE UPDATE ON "lots" FOR EACH ROW EXECUTE FUNCTION count_version();
--> statement-breakpoint
CREATE TRIGGER write_journal AFTER INSERT OR UPDATE OR DELETE ON "lots" FOR EACH ROW WHEN (current_setting('shop.actor', true) <> '') EXECUTE FUNCTION write_journal('products', 'lot', 'id');
--> statement-breakpoint
CREATE TRIGGER write_journal AFTER INSERT OR UPDATE OR DELETE ON "packed_lots" FOR EACH ROW WHEN (current_setting('shop.actor', true) <> '') EXECUTE FUNCTION write_journal('orders', 'order', 'order_id');
--> statement-breakpoint
-- Open dashboards follow lots as they follow codes.
CREATE TRIGGER note_added AFTER INSERT ON "lots" REFERENCING NEW TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION note_content();
--> statement-breakpoint
CREATE TRIGGER note_changed AFTER UPDATE ON "lots" REFERENCING NEW TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION note_content();
--> statement-breakpoint
CREATE TRIGGER count_version BEFORE UPDATE OF "ended_at" ON "recalls" FOR EACH ROW EXECUTE FUNCTION count_version();
--> statement-breakpoint
CREATE TRIGGER write_journal AFTER INSERT OR UPDATE OR DELETE ON "recalls" FOR EACH ROW WHEN (current_setting('shop.actor', true) <> '') EXECUTE FUNCTION write_journal('products', 'recall', 'id');
--> statement-breakpoint
CREATE TRIGGER note_added AFTER INSERT ON "recalls" REFERENCING NEW TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION note_content();
--> statement-breakpoint
CREATE TRIGGER note_changed AFTER UPDATE ON "recalls" REFERENCING NEW TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION note_content();
