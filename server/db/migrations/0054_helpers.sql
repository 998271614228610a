ALTER TABLE "staff" ADD COLUMN "link_hash" text;--> statement-breakpoint
ALTER TABLE "staff" ADD COLUMN "link_ends_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "staff" ADD COLUMN "last_used_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "staff" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "staff_link" ON "staff" USING btree ("link_hash");--> statement-breakpoint
CREATE TRIGGER count_version BEFORE UPDATE OF "name" ON "staff" FOR EACH ROW EXECUTE FUNCTION count_version();
