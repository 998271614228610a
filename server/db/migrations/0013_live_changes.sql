CREATE TABLE "live_changes" (
	"transaction" "xid8" DEFAULT pg_current_xact_id() NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "live_changes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"action" text NOT NULL,
	"record" uuid,
	"parent" uuid,
	"version" integer,
	"noted_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "live_changes_transaction_id_pk" PRIMARY KEY("transaction","id")
);
--> statement-breakpoint
-- What open dashboards are told, written in the transaction of each change: docs/decisions/0040-live-changes-by-snapshot.md.
-- A statement that changes very many rows, as an import does, is one line.
CREATE FUNCTION note_changes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF (SELECT count(*) FROM (SELECT FROM touched LIMIT 101) AS few) > 100 THEN
		INSERT INTO live_changes (kind, action) VALUES (TG_ARGV[0], 'many');
	ELSE
		INSERT INTO live_changes (kind, action, record, version)
			SELECT TG_ARGV[0], lower(TG_OP), id, version FROM touched;
	END IF;
	RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE FUNCTION note_anomalies() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO live_changes (kind, action, record) SELECT 'anomaly', lower(TG_OP), id FROM touched LIMIT 100;
	RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE FUNCTION note_mails() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF (SELECT count(*) FROM (SELECT FROM touched LIMIT 101) AS few) > 100 THEN
		INSERT INTO live_changes (kind, action) VALUES ('mail', 'many');
	ELSIF TG_OP = 'UPDATE' THEN
		-- A sender that takes a mail changes nothing that is worth a look.
		INSERT INTO live_changes (kind, action, record, parent)
			SELECT 'mail', 'update', t.id, coalesce(t.order_id, t.inquiry_id)
			FROM touched AS t JOIN before_it AS b ON b.id = t.id
			WHERE (t.status, t.to_address, t.last_error, t.sent_at)
				IS DISTINCT FROM (b.status, b.to_address, b.last_error, b.sent_at);
	ELSE
		INSERT INTO live_changes (kind, action, record, parent)
			SELECT 'mail', lower(TG_OP), id, coalesce(order_id, inquiry_id) FROM touched;
	END IF;
	RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER note_added AFTER INSERT ON "orders" REFERENCING NEW TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION note_changes('order');
--> statement-breakpoint
CREATE TRIGGER note_changed AFTER UPDATE ON "orders" REFERENCING NEW TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION note_changes('order');
--> statement-breakpoint
CREATE TRIGGER note_removed AFTER DELETE ON "orders" REFERENCING OLD TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION note_changes('order');
--> statement-breakpoint
CREATE TRIGGER note_added AFTER INSERT ON "wholesale_inquiries" REFERENCING NEW TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION note_changes('inquiry');
--> statement-breakpoint
CREATE TRIGGER note_changed AFTER UPDATE ON "wholesale_inquiries" REFERENCING NEW TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION note_changes('inquiry');
--> statement-breakpoint
CREATE TRIGGER note_removed AFTER DELETE ON "wholesale_inquiries" REFERENCING OLD TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION note_changes('inquiry');
--> statement-breakpoint
CREATE TRIGGER note_added AFTER INSERT ON "store_locations" REFERENCING NEW TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION note_changes('store');
--> statement-breakpoint
CREATE TRIGGER note_changed AFTER UPDATE ON "store_locations" REFERENCING NEW TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION note_changes('store');
--> statement-breakpoint
CREATE TRIGGER note_removed AFTER DELETE ON "store_locations" REFERENCING OLD TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION note_changes('store');
--> statement-breakpoint
CREATE TRIGGER note_added AFTER INSERT ON "email_templates" REFERENCING NEW TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION note_changes('template');
--> statement-breakpoint
CREATE TRIGGER note_changed AFTER UPDATE ON "email_templates" REFERENCING NEW TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION note_changes('template');
--> statement-breakpoint
CREATE TRIGGER note_removed AFTER DELETE ON "email_templates" REFERENCING OLD TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION note_changes('template');
--> statement-breakpoint
CREATE TRIGGER note_added AFTER INSERT ON "payment_anomalies" REFERENCING NEW TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION note_anomalies();
--> statement-breakpoint
CREATE TRIGGER note_changed AFTER UPDATE ON "payment_anomalies" REFERENCING NEW TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION note_anomalies();
--> statement-breakpoint
CREATE TRIGGER note_removed AFTER DELETE ON "payment_anomalies" REFERENCING OLD TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION note_anomalies();
--> statement-breakpoint
CREATE TRIGGER note_added AFTER INSERT ON "emails" REFERENCING NEW TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION note_mails();
--> statement-breakpoint
CREATE TRIGGER note_changed AFTER UPDATE ON "emails" REFERENCING NEW TABLE AS touched OLD TABLE AS before_it FOR EACH STATEMENT EXECUTE FUNCTION note_mails();
--> statement-breakpoint
CREATE TRIGGER note_removed AFTER DELETE ON "emails" REFERENCING OLD TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION note_mails();
