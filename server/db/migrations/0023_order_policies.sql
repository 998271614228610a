ALTER TABLE "orders" ADD COLUMN "policies" jsonb;--> statement-breakpoint
ALTER TABLE "checkouts" ADD COLUMN "policies" jsonb;