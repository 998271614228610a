CREATE TABLE "tax_registrations" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"state" text NOT NULL,
	"rate_milli" integer NOT NULL,
	"taxes_shipping" boolean NOT NULL,
	"taxes_food" boolean NOT NULL,
	"since" date NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "tax_registrations_state_unique" UNIQUE("state")
);
--> statement-breakpoint
CREATE TRIGGER count_version BEFORE UPDATE ON "tax_registrations" FOR EACH ROW EXECUTE FUNCTION count_version();
--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "tax" numeric(10, 2) DEFAULT '0.00' NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "taxes" jsonb;--> statement-breakpoint
ALTER TABLE "checkouts" ADD COLUMN "tax_cents" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "checkouts" ADD COLUMN "taxes" jsonb;