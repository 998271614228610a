ALTER TABLE "labels" ADD COLUMN "asked" jsonb;--> statement-breakpoint
ALTER TABLE "labels" ADD COLUMN "size" text DEFAULT '4x6' NOT NULL;