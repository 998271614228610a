CREATE TABLE "csp_reports" (
	"id" text PRIMARY KEY NOT NULL,
	"page" text NOT NULL,
	"directive" text NOT NULL,
	"blocked" text NOT NULL,
	"count" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_seen_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
DROP INDEX "emails_due";--> statement-breakpoint
ALTER TABLE "admin_sessions" ADD COLUMN "device" text;--> statement-breakpoint
ALTER TABLE "admin_sessions" ADD COLUMN "address" text;--> statement-breakpoint
ALTER TABLE "emails" ADD COLUMN "priority" smallint DEFAULT 2 NOT NULL;--> statement-breakpoint
ALTER TABLE "emails" ADD COLUMN "quota_since" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "csp_reports_seen" ON "csp_reports" USING btree ("last_seen_at");--> statement-breakpoint
CREATE INDEX "emails_queue" ON "emails" USING btree ("status","priority","next_attempt_at");--> statement-breakpoint
UPDATE "emails" SET "priority" = 0 WHERE "template_key" IN ('order_confirmation', 'admin_order_notification', 'shipping_confirmation') AND "status" <> 'sent';