-- As personOf in shared/person.ts, which a test compares: no capitals, no part after a plus, at some providers no dots.
-- Only ASCII is kept: the engines turn other letters into small ones each in its own way.
CREATE FUNCTION person_key(address text) RETURNS text LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
	written text := lower(btrim(normalize(address, NFKC)));
	name text := regexp_replace(split_part(written, '@', 1), '(.)[+].*$', '\1');
	host text := split_part(written, '@', 2);
BEGIN
	IF host = '' THEN RETURN ''; END IF;
	IF host = 'googlemail.com' THEN host := 'gmail.com'; END IF;
	IF host IN ('gmail.com', 'proton.me', 'protonmail.com', 'pm.me') THEN name := replace(name, '.', ''); END IF;
	RETURN regexp_replace(name || '@' || host, '[^ -~]', '', 'g');
END
$$;
--> statement-breakpoint
CREATE INDEX "emails_person" ON "emails" USING btree (person_key("to_address"));--> statement-breakpoint
CREATE INDEX "orders_person" ON "orders" USING btree (person_key("email"),"created_at");--> statement-breakpoint
CREATE INDEX "checkouts_person" ON "checkouts" USING btree (person_key(("address"->>'email')));--> statement-breakpoint
CREATE INDEX "wholesale_person" ON "wholesale_inquiries" USING btree (person_key("email"));
