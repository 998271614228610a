CREATE TABLE "card_declines" (
	"event_id" text PRIMARY KEY NOT NULL,
	"payment_intent_id" text NOT NULL,
	"caller" text,
	"device" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "checkouts" ADD COLUMN "caller" text;--> statement-breakpoint
ALTER TABLE "checkouts" ADD COLUMN "device" text;--> statement-breakpoint
CREATE INDEX "card_declines_newest" ON "card_declines" USING btree ("created_at");