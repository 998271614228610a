CREATE TABLE "look_pieces" (
	"name" text NOT NULL,
	"piece" integer NOT NULL,
	"bytes" "bytea" NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "look_pieces_name_piece_pk" PRIMARY KEY("name","piece")
);
--> statement-breakpoint
CREATE INDEX "look_pieces_age" ON "look_pieces" USING btree ("created_at");