-- Codes and the states in which tax is collected are followed by open dashboards too. Checkouts write neither table.
CREATE TRIGGER note_added AFTER INSERT ON "discount_codes" REFERENCING NEW TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION note_content();
--> statement-breakpoint
CREATE TRIGGER note_changed AFTER UPDATE ON "discount_codes" REFERENCING NEW TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION note_content();
--> statement-breakpoint
CREATE TRIGGER note_removed AFTER DELETE ON "discount_codes" REFERENCING OLD TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION note_content();
--> statement-breakpoint
CREATE TRIGGER note_added AFTER INSERT ON "tax_registrations" REFERENCING NEW TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION note_content();
--> statement-breakpoint
CREATE TRIGGER note_changed AFTER UPDATE ON "tax_registrations" REFERENCING NEW TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION note_content();
--> statement-breakpoint
CREATE TRIGGER note_removed AFTER DELETE ON "tax_registrations" REFERENCING OLD TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION note_content();
