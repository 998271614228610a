CREATE TABLE "content_items" (
	"kind" text NOT NULL,
	"id" text NOT NULL,
	"published" jsonb,
	"draft" jsonb,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "content_items_kind_id_pk" PRIMARY KEY("kind","id")
);
--> statement-breakpoint
CREATE TABLE "content_revisions" (
	"id" integer PRIMARY KEY NOT NULL,
	"author" text NOT NULL,
	"changes" jsonb NOT NULL,
	"restores" integer,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "rendered_pieces" (
	"set_id" uuid NOT NULL,
	"piece" integer NOT NULL,
	"bytes" "bytea" NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "rendered_pieces_set_id_piece_pk" PRIMARY KEY("set_id","piece")
);
--> statement-breakpoint
CREATE TABLE "rendered_sets" (
	"id" uuid PRIMARY KEY NOT NULL,
	"build" text NOT NULL,
	"revision" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "shipping_quotes" ADD COLUMN "items_fingerprint" text;--> statement-breakpoint
ALTER TABLE "shipping_quotes" ADD COLUMN "prices" jsonb;--> statement-breakpoint
CREATE INDEX "rendered_pieces_age" ON "rendered_pieces" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "rendered_sets_once" ON "rendered_sets" USING btree ("build","revision");--> statement-breakpoint
CREATE INDEX "shipping_quotes_items" ON "shipping_quotes" USING btree ("items_fingerprint","expires_at");--> statement-breakpoint
CREATE TRIGGER count_version BEFORE UPDATE ON "content_items" FOR EACH ROW EXECUTE FUNCTION count_version();
