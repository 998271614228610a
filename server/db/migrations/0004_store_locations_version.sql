-- Another value after every change of the stores, whoever makes it and in the same transaction: what instances keep of the list is as old as this says.
CREATE FUNCTION mark_store_locations() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO settings (key, value) VALUES ('store_locations_version', to_jsonb(gen_random_uuid()))
	ON CONFLICT (key) DO UPDATE SET value = excluded.value, updated_at = now();
	RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER store_locations_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "store_locations" FOR EACH STATEMENT EXECUTE FUNCTION mark_store_locations();
--> statement-breakpoint
INSERT INTO settings (key, value) SELECT 'store_locations_version', to_jsonb(gen_random_uuid()) WHERE EXISTS (SELECT FROM store_locations);
