ALTER TABLE "email_templates" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "store_locations" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "wholesale_inquiries" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
-- Whoever changes a row, also a program of the release before, which does not know the column.
CREATE FUNCTION count_version() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	NEW.version := OLD.version + 1;
	RETURN NEW;
END
$$;
--> statement-breakpoint
CREATE TRIGGER count_version BEFORE UPDATE ON "email_templates" FOR EACH ROW EXECUTE FUNCTION count_version();
--> statement-breakpoint
CREATE TRIGGER count_version BEFORE UPDATE ON "orders" FOR EACH ROW EXECUTE FUNCTION count_version();
--> statement-breakpoint
CREATE TRIGGER count_version BEFORE UPDATE ON "store_locations" FOR EACH ROW EXECUTE FUNCTION count_version();
--> statement-breakpoint
CREATE TRIGGER count_version BEFORE UPDATE ON "wholesale_inquiries" FOR EACH ROW EXECUTE FUNCTION count_version();
