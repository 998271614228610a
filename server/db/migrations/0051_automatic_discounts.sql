ALTER TABLE "discount_codes" ADD COLUMN "is_automatic" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "discount_codes" ADD COLUMN "names" jsonb;--> statement-breakpoint
ALTER TABLE "discount_codes" ADD COLUMN "product_ids" jsonb;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "discount_name" jsonb;--> statement-breakpoint
ALTER TABLE "checkouts" ADD COLUMN "discount_name" jsonb;