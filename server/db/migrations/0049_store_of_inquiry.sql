ALTER TABLE "store_locations" ADD COLUMN "inquiry_id" uuid;--> statement-breakpoint
ALTER TABLE "store_locations" ADD CONSTRAINT "store_locations_inquiry_id_unique" UNIQUE("inquiry_id");