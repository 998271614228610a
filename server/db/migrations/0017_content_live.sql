-- Open dashboards are told that something the owner runs was saved or published; they then read it again, as it is little.
CREATE FUNCTION note_content() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO live_changes (kind, action) SELECT 'content', 'many' FROM touched LIMIT 1;
	RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER note_added AFTER INSERT ON "content_items" REFERENCING NEW TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION note_content();
--> statement-breakpoint
CREATE TRIGGER note_changed AFTER UPDATE ON "content_items" REFERENCING NEW TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION note_content();
--> statement-breakpoint
CREATE TRIGGER note_removed AFTER DELETE ON "content_items" REFERENCING OLD TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION note_content();
