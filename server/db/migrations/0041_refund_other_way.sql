ALTER TABLE "refunds" ADD COLUMN "other_way" text;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "other_way_on" date;