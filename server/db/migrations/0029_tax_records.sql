CREATE TABLE "tax_records" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"order_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"reference" uuid NOT NULL,
	"provider" text NOT NULL,
	"calculation_id" text,
	"amount_cents" integer NOT NULL,
	"tax_cents" integer DEFAULT 0 NOT NULL,
	"transaction_id" text,
	"state" text DEFAULT 'due' NOT NULL,
	"failure" text,
	"next_check_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "tax_records_reference_unique" UNIQUE("reference")
);
--> statement-breakpoint
CREATE INDEX "tax_records_order" ON "tax_records" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "tax_records_due" ON "tax_records" USING btree ("state","next_check_at");