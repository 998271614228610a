CREATE TABLE "journal" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	"staff_id" text NOT NULL,
	"staff_name" text NOT NULL,
	"call" text,
	"action" text NOT NULL,
	"area" text NOT NULL,
	"subject_kind" text,
	"subject_id" text,
	"subject_name" text,
	"record" text,
	"before" jsonb,
	"after" jsonb,
	"persons" text[],
	"search" "tsvector" GENERATED ALWAYS AS (search_words(staff_name, subject_kind, split_part(subject_id, '-', 1), subject_name, left(before::text, 500), left(after::text, 500))) STORED
);
--> statement-breakpoint
CREATE INDEX "journal_newest" ON "journal" USING btree ("at","id");--> statement-breakpoint
CREATE INDEX "journal_staff" ON "journal" USING btree ("staff_id","at","id");--> statement-breakpoint
CREATE INDEX "journal_area" ON "journal" USING btree ("area","at","id");--> statement-breakpoint
CREATE INDEX "journal_area_staff" ON "journal" USING btree ("area","staff_id","at","id");--> statement-breakpoint
CREATE INDEX "journal_subject" ON "journal" USING btree ("subject_id","subject_kind","at","id");--> statement-breakpoint
CREATE INDEX "journal_persons" ON "journal" USING gin ("persons") WHERE "journal"."persons" is not null;--> statement-breakpoint
CREATE INDEX "journal_search" ON "journal" USING gin ("search") WITH (fastupdate=false);
--> statement-breakpoint
-- Who works in which area is no matter of chance: the planner would walk the whole table for a person without lines there.
CREATE STATISTICS journal_combinations (mcv) ON "area", "staff_id" FROM "journal";
--> statement-breakpoint
-- A line of the journal for each row that a person of the staff changes: docs/decisions/0049-journal-by-triggers.md.
CREATE FUNCTION journal_value(name text, value jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
	SELECT CASE
		WHEN name ~ 'password|secret|token|hash|fingerprint|credential|recovery|private_?key|api_?key' THEN '"•••"'::jsonb
		WHEN length(value #>> '{}') > 1000 THEN to_jsonb(left(value #>> '{}', 1000) || '…')
		ELSE value
	END
$$;
--> statement-breakpoint
-- The fields in which two JSON objects differ, down to a depth. A missing field and a null are the same.
CREATE FUNCTION journal_change(was jsonb, becomes jsonb, depth integer, OUT before jsonb, OUT after jsonb) LANGUAGE plpgsql IMMUTABLE AS $$
DECLARE
	field record;
	inside record;
BEGIN
	FOR field IN
		SELECT coalesce(o.key, n.key) AS name, nullif(o.value, 'null') AS was, nullif(n.value, 'null') AS becomes
		FROM jsonb_each(was) AS o FULL JOIN jsonb_each(becomes) AS n ON n.key = o.key
		WHERE nullif(o.value, 'null') IS DISTINCT FROM nullif(n.value, 'null')
	LOOP
		IF depth > 0 AND coalesce(jsonb_typeof(field.was), 'object') = 'object' AND coalesce(jsonb_typeof(field.becomes), 'object') = 'object' THEN
			inside := journal_change(coalesce(field.was, '{}'), coalesce(field.becomes, '{}'), depth - 1);
		ELSE
			SELECT journal_value(field.name, field.was) AS before, journal_value(field.name, field.becomes) AS after INTO inside;
		END IF;
		IF field.was IS NOT NULL AND inside.before IS NOT NULL THEN
			before := coalesce(before, '{}') || jsonb_build_object(field.name, inside.before);
		END IF;
		IF field.becomes IS NOT NULL AND inside.after IS NOT NULL THEN
			after := coalesce(after, '{}') || jsonb_build_object(field.name, inside.after);
		END IF;
	END LOOP;
END
$$;
--> statement-breakpoint
-- Arguments: area, kind and id of the subject (names of columns for the two), and columns whose values are secret.
CREATE FUNCTION write_journal() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	actor jsonb := current_setting('shop.actor')::jsonb;
	-- Written by the program alone, or repeated by other columns.
	noise text[] := '{version,search,created_at,updated_at,next_check_at,next_track_at,last_used_at,asked_at,items,html,text,message_id,dedupe_key,attempt_key,press_key,idempotency_key,body_hash,hash,bytes,public_key,caller}';
	was jsonb := CASE WHEN TG_OP <> 'INSERT' THEN to_jsonb(OLD) - noise END;
	becomes jsonb := CASE WHEN TG_OP <> 'DELETE' THEN to_jsonb(NEW) - noise END;
	latest jsonb := coalesce(becomes, was);
	kind text := TG_ARGV[1];
	subject text := latest ->> TG_ARGV[2];
	name text := coalesce('#' || (latest ->> 'number'), latest ->> 'code', latest ->> 'business_name', latest ->> 'template_key', latest ->> 'name');
	change record;
	field text;
	mailboxes text[];
BEGIN
	-- The subject says these.
	was := was - TG_ARGV[2] - CASE kind WHEN 'kind' THEN 'kind' ELSE '' END;
	becomes := becomes - TG_ARGV[2] - CASE kind WHEN 'kind' THEN 'kind' ELSE '' END;
	-- Fields of content are shown whole.
	change := journal_change(was, becomes, CASE kind WHEN 'kind' THEN 1 ELSE 9 END);
	IF change.before IS NULL AND change.after IS NULL
		-- The others are the program's own.
		OR TG_TABLE_NAME = 'settings' AND subject NOT LIKE 'admin_password%'
		-- `write_journal_of_revision` tells what was published.
		OR change.before ? 'published' OR change.after ? 'published' THEN
		RETURN NULL;
	END IF;
	FOREACH field IN ARRAY string_to_array(coalesce(TG_ARGV[3], ''), ',') LOOP
		IF change.before ? field THEN change.before := change.before || jsonb_build_object(field, '•••'); END IF;
		IF change.after ? field THEN change.after := change.after || jsonb_build_object(field, '•••'); END IF;
	END LOOP;
	IF kind = 'kind' THEN
		kind := latest ->> 'kind';
	ELSIF latest ->> 'order_id' IS NOT NULL THEN
		kind := 'order';
		subject := latest ->> 'order_id';
		name := NULL;
	ELSIF kind = 'mail' AND latest ->> 'inquiry_id' IS NOT NULL THEN
		kind := 'inquiry';
		subject := latest ->> 'inquiry_id';
		name := NULL;
	ELSIF kind = 'tax' THEN
		name := latest ->> 'state';
	END IF;
	SELECT array_agg(DISTINCT person_key(address)) INTO mailboxes
	FROM (
		SELECT side ->> 'email' FROM unnest(ARRAY[was, becomes]) AS side
		UNION ALL SELECT side ->> 'to_address' FROM unnest(ARRAY[was, becomes]) AS side
		UNION ALL SELECT side -> 'detail' ->> 'email' FROM unnest(ARRAY[was, becomes]) AS side
		UNION ALL SELECT jsonb_array_elements_text(side -> 'previous_to') FROM unnest(ARRAY[was, becomes]) AS side
			WHERE jsonb_typeof(side -> 'previous_to') = 'array'
	) AS addresses(address)
	WHERE address IS NOT NULL;
	INSERT INTO journal (staff_id, staff_name, call, action, area, subject_kind, subject_id, subject_name, record, before, after, persons)
	VALUES (
		actor ->> 'id', actor ->> 'name', actor ->> 'call', lower(TG_OP),
		CASE WHEN TG_ARGV[0] <> 'site' THEN TG_ARGV[0] WHEN kind = 'product' THEN 'products' ELSE 'site' END,
		kind, subject, name, nullif(latest ->> 'id', subject), change.before, change.after, mailboxes
	);
	RETURN NULL;
END
$$;
--> statement-breakpoint
-- A line for each item of a revision. An item's row has no public fields before its first publish; a revision has.
CREATE FUNCTION write_journal_of_revision() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	actor jsonb := current_setting('shop.actor')::jsonb;
	item jsonb;
	change record;
BEGIN
	FOR item IN SELECT jsonb_array_elements(NEW.changes) LOOP
		change := journal_change(nullif(item -> 'before', 'null'), nullif(item -> 'after', 'null'), 0);
		INSERT INTO journal (staff_id, staff_name, call, action, area, subject_kind, subject_id, subject_name, record, before, after)
		VALUES (
			actor ->> 'id', actor ->> 'name', actor ->> 'call',
			CASE 'null'::jsonb WHEN item -> 'before' THEN 'insert' WHEN item -> 'after' THEN 'delete' ELSE 'update' END,
			CASE item ->> 'kind' WHEN 'product' THEN 'products' ELSE 'site' END,
			item ->> 'kind', item ->> 'id', item ->> 'name', NEW.id::text, change.before, change.after
		);
	END LOOP;
	RETURN NULL;
END
$$;
--> statement-breakpoint
-- An erasure and housekeeping open it for their transaction.
CREATE FUNCTION keep_journal() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	RAISE EXCEPTION 'lines of the journal are neither changed nor deleted';
END
$$;
--> statement-breakpoint
CREATE TRIGGER keep_journal BEFORE UPDATE OR DELETE ON "journal" FOR EACH ROW WHEN (current_setting('shop.journal', true) IS DISTINCT FROM 'open') EXECUTE FUNCTION keep_journal();
--> statement-breakpoint
CREATE TRIGGER write_journal AFTER INSERT OR UPDATE OR DELETE ON "orders" FOR EACH ROW WHEN (current_setting('shop.actor', true) <> '') EXECUTE FUNCTION write_journal('orders', 'order', 'id');
--> statement-breakpoint
CREATE TRIGGER write_journal AFTER INSERT OR UPDATE OR DELETE ON "order_lines" FOR EACH ROW WHEN (current_setting('shop.actor', true) <> '') EXECUTE FUNCTION write_journal('orders', 'order', 'order_id');
--> statement-breakpoint
CREATE TRIGGER write_journal AFTER INSERT OR UPDATE OR DELETE ON "order_payments" FOR EACH ROW WHEN (current_setting('shop.actor', true) <> '') EXECUTE FUNCTION write_journal('orders', 'order', 'order_id');
--> statement-breakpoint
CREATE TRIGGER write_journal AFTER INSERT OR UPDATE OR DELETE ON "refunds" FOR EACH ROW WHEN (current_setting('shop.actor', true) <> '') EXECUTE FUNCTION write_journal('orders', 'order', 'order_id');
--> statement-breakpoint
CREATE TRIGGER write_journal AFTER INSERT OR UPDATE OR DELETE ON "labels" FOR EACH ROW WHEN (current_setting('shop.actor', true) <> '') EXECUTE FUNCTION write_journal('orders', 'order', 'order_id');
--> statement-breakpoint
CREATE TRIGGER write_journal AFTER INSERT OR UPDATE OR DELETE ON "payment_anomalies" FOR EACH ROW WHEN (current_setting('shop.actor', true) <> '') EXECUTE FUNCTION write_journal('orders', 'anomaly', 'id');
--> statement-breakpoint
CREATE TRIGGER write_journal AFTER INSERT OR UPDATE OR DELETE ON "tax_records" FOR EACH ROW WHEN (current_setting('shop.actor', true) <> '') EXECUTE FUNCTION write_journal('taxes', 'order', 'order_id');
--> statement-breakpoint
CREATE TRIGGER write_journal AFTER INSERT OR UPDATE OR DELETE ON "tax_registrations" FOR EACH ROW WHEN (current_setting('shop.actor', true) <> '') EXECUTE FUNCTION write_journal('taxes', 'tax', 'id');
--> statement-breakpoint
CREATE TRIGGER write_journal AFTER INSERT OR UPDATE OR DELETE ON "emails" FOR EACH ROW WHEN (current_setting('shop.actor', true) <> '') EXECUTE FUNCTION write_journal('mails', 'mail', 'id');
--> statement-breakpoint
CREATE TRIGGER write_journal AFTER INSERT OR UPDATE OR DELETE ON "email_templates" FOR EACH ROW WHEN (current_setting('shop.actor', true) <> '') EXECUTE FUNCTION write_journal('mails', 'template', 'id');
--> statement-breakpoint
CREATE TRIGGER write_journal AFTER INSERT OR UPDATE OR DELETE ON "content_items" FOR EACH ROW WHEN (current_setting('shop.actor', true) <> '') EXECUTE FUNCTION write_journal('site', 'kind', 'id');
--> statement-breakpoint
CREATE TRIGGER write_journal AFTER INSERT ON "content_revisions" FOR EACH ROW WHEN (current_setting('shop.actor', true) <> '') EXECUTE FUNCTION write_journal_of_revision();
--> statement-breakpoint
CREATE TRIGGER write_journal AFTER INSERT OR UPDATE OR DELETE ON "media" FOR EACH ROW WHEN (current_setting('shop.actor', true) <> '') EXECUTE FUNCTION write_journal('site', 'picture', 'id');
--> statement-breakpoint
CREATE TRIGGER write_journal AFTER INSERT OR UPDATE OR DELETE ON "product_stock" FOR EACH ROW WHEN (current_setting('shop.actor', true) <> '') EXECUTE FUNCTION write_journal('products', 'product', 'product_id');
--> statement-breakpoint
CREATE TRIGGER write_journal AFTER INSERT OR UPDATE OR DELETE ON "discount_codes" FOR EACH ROW WHEN (current_setting('shop.actor', true) <> '') EXECUTE FUNCTION write_journal('codes', 'code', 'id');
--> statement-breakpoint
CREATE TRIGGER write_journal AFTER INSERT OR UPDATE OR DELETE ON "wholesale_inquiries" FOR EACH ROW WHEN (current_setting('shop.actor', true) <> '') EXECUTE FUNCTION write_journal('wholesale', 'inquiry', 'id');
--> statement-breakpoint
CREATE TRIGGER write_journal AFTER INSERT OR UPDATE OR DELETE ON "store_locations" FOR EACH ROW WHEN (current_setting('shop.actor', true) <> '') EXECUTE FUNCTION write_journal('stores', 'store', 'id');
--> statement-breakpoint
CREATE TRIGGER write_journal AFTER INSERT OR UPDATE OR DELETE ON "settings" FOR EACH ROW WHEN (current_setting('shop.actor', true) <> '') EXECUTE FUNCTION write_journal('settings', 'setting', 'key', 'value');
--> statement-breakpoint
CREATE TRIGGER write_journal AFTER INSERT OR UPDATE OR DELETE ON "shop_settings" FOR EACH ROW WHEN (current_setting('shop.actor', true) <> '') EXECUTE FUNCTION write_journal('settings', 'setting', 'key', 'sealed');
--> statement-breakpoint
CREATE TRIGGER write_journal AFTER INSERT OR UPDATE OR DELETE ON "staff" FOR EACH ROW WHEN (current_setting('shop.actor', true) <> '') EXECUTE FUNCTION write_journal('staff', 'person', 'id');
--> statement-breakpoint
CREATE TRIGGER write_journal AFTER DELETE ON "admin_sessions" FOR EACH ROW WHEN (current_setting('shop.actor', true) <> '') EXECUTE FUNCTION write_journal('sessions', 'session', 'staff_id');
--> statement-breakpoint
CREATE TRIGGER write_journal AFTER INSERT OR UPDATE OR DELETE ON "passkeys" FOR EACH ROW WHEN (current_setting('shop.actor', true) <> '') EXECUTE FUNCTION write_journal('staff', 'person', 'staff_id');
--> statement-breakpoint
CREATE TRIGGER write_journal AFTER INSERT ON "recovery_codes" FOR EACH ROW WHEN (current_setting('shop.actor', true) <> '') EXECUTE FUNCTION write_journal('staff', 'person', 'staff_id');
