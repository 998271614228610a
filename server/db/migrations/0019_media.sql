CREATE TABLE "media" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"hash" text DEFAULT '' NOT NULL,
	"width" integer DEFAULT 0 NOT NULL,
	"height" integer DEFAULT 0 NOT NULL,
	"widths" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"bytes" integer DEFAULT 0 NOT NULL,
	"alt" jsonb NOT NULL,
	"focal" jsonb NOT NULL,
	"ready_at" timestamp with time zone,
	"deleted_at" timestamp with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "media_pieces" (
	"media_id" text NOT NULL,
	"file" text NOT NULL,
	"piece" integer NOT NULL,
	"bytes" "bytea" NOT NULL,
	CONSTRAINT "media_pieces_media_id_file_piece_pk" PRIMARY KEY("media_id","file","piece")
);
--> statement-breakpoint
CREATE INDEX "media_age" ON "media" USING btree ("created_at");--> statement-breakpoint
CREATE TRIGGER count_version BEFORE UPDATE ON "media" FOR EACH ROW EXECUTE FUNCTION count_version();--> statement-breakpoint
ALTER TABLE "media_pieces" ALTER COLUMN "bytes" SET STORAGE EXTERNAL;
