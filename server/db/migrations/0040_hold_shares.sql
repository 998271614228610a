ALTER TABLE "code_uses" ADD COLUMN "caller" text;--> statement-breakpoint
ALTER TABLE "code_uses" ADD COLUMN "device" text;--> statement-breakpoint
ALTER TABLE "product_stock" ADD COLUMN "crowded_since" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "stock_holds" ADD COLUMN "is_paying" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "stock_holds" ADD COLUMN "caller" text;--> statement-breakpoint
ALTER TABLE "stock_holds" ADD COLUMN "device" text;