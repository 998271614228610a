CREATE TABLE "account_people" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"account_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"full_name" text NOT NULL,
	"email" text NOT NULL,
	"phone" text,
	"language" text DEFAULT 'en' NOT NULL,
	"search" "tsvector" GENERATED ALWAYS AS (search_words(full_name, email)) STORED
);
--> statement-breakpoint
CREATE TABLE "accounts" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"business_name" text NOT NULL,
	"addresses" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"terms" text DEFAULT 'prepaid' NOT NULL,
	"on_hold" boolean DEFAULT false NOT NULL,
	"minimum_cents" integer,
	"credit_limit_cents" integer,
	"certificate_number" text,
	"certificate_state" text,
	"certificate_ends_on" date,
	"certificate_file" jsonb,
	"notes" text DEFAULT '' NOT NULL,
	"inquiry_id" uuid,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"search" "tsvector" GENERATED ALWAYS AS (search_words(business_name, certificate_number, jsonb_path_query_array(addresses, '$[*].*')::text)) STORED,
	CONSTRAINT "accounts_inquiry_id_unique" UNIQUE("inquiry_id")
);
--> statement-breakpoint
CREATE TABLE "certificate_pieces" (
	"account_id" uuid NOT NULL,
	"file" uuid NOT NULL,
	"piece" integer NOT NULL,
	"bytes" "bytea" NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "certificate_pieces_account_id_file_piece_pk" PRIMARY KEY("account_id","file","piece")
);
--> statement-breakpoint
CREATE TABLE "price_lists" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" uuid,
	"lines" jsonb NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "price_lists_account_id_unique" UNIQUE("account_id")
);
--> statement-breakpoint
ALTER TABLE "account_people" ADD CONSTRAINT "account_people_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "certificate_pieces" ADD CONSTRAINT "certificate_pieces_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "price_lists" ADD CONSTRAINT "price_lists_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "account_people_account" ON "account_people" USING btree ("account_id","position");--> statement-breakpoint
CREATE INDEX "account_people_person" ON "account_people" USING btree (person_key("email"));--> statement-breakpoint
CREATE INDEX "accounts_name" ON "accounts" USING btree ("business_name","id");--> statement-breakpoint
CREATE INDEX "accounts_newest" ON "accounts" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "accounts_certificate" ON "accounts" USING btree ("certificate_ends_on");--> statement-breakpoint
CREATE INDEX "accounts_search" ON "accounts" USING gin ("search") WITH (fastupdate=false);
--> statement-breakpoint
ALTER TABLE "certificate_pieces" ALTER COLUMN "bytes" SET STORAGE EXTERNAL;
--> statement-breakpoint
CREATE TRIGGER count_version BEFORE UPDATE ON "accounts" FOR EACH ROW EXECUTE FUNCTION count_version();
--> statement-breakpoint
CREATE TRIGGER count_version BEFORE UPDATE ON "price_lists" FOR EACH ROW EXECUTE FUNCTION count_version();
--> statement-breakpoint
CREATE TRIGGER write_journal AFTER INSERT OR UPDATE OR DELETE ON "accounts" FOR EACH ROW WHEN (current_setting('shop.actor', true) <> '') EXECUTE FUNCTION write_journal('wholesale', 'account', 'id');
--> statement-breakpoint
CREATE TRIGGER write_journal AFTER INSERT OR UPDATE OR DELETE ON "account_people" FOR EACH ROW WHEN (current_setting('shop.actor', true) <> '') EXECUTE FUNCTION write_journal('wholesale', 'account', 'account_id');
--> statement-breakpoint
CREATE TRIGGER write_journal AFTER INSERT OR UPDATE OR DELETE ON "price_lists" FOR EACH ROW WHEN (current_setting('shop.actor', true) <> '') EXECUTE FUNCTION write_journal('wholesale', 'price-list', 'id');
--> statement-breakpoint
-- Open dashboards follow them. A change of people also counts a version of their account.
CREATE TRIGGER note_added AFTER INSERT ON "accounts" REFERENCING NEW TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION note_content();
--> statement-breakpoint
CREATE TRIGGER note_changed AFTER UPDATE ON "accounts" REFERENCING NEW TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION note_content();
--> statement-breakpoint
CREATE TRIGGER note_removed AFTER DELETE ON "accounts" REFERENCING OLD TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION note_content();
--> statement-breakpoint
CREATE TRIGGER note_added AFTER INSERT ON "price_lists" REFERENCING NEW TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION note_content();
--> statement-breakpoint
CREATE TRIGGER note_changed AFTER UPDATE ON "price_lists" REFERENCING NEW TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION note_content();
--> statement-breakpoint
CREATE TRIGGER note_removed AFTER DELETE ON "price_lists" REFERENCING OLD TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION note_content();
