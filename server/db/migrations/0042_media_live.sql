-- Pictures are content too: open dashboards are told of those that are there, not of those that are being made.
CREATE FUNCTION note_media() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO live_changes (kind, action) SELECT 'content', 'many' FROM touched WHERE ready_at IS NOT NULL LIMIT 1;
	RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER note_changed AFTER UPDATE ON "media" REFERENCING NEW TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION note_media();
