CREATE TABLE "label_pieces" (
	"label_id" uuid NOT NULL,
	"piece" integer NOT NULL,
	"bytes" "bytea" NOT NULL,
	CONSTRAINT "label_pieces_label_id_piece_pk" PRIMARY KEY("label_id","piece")
);
--> statement-breakpoint
CREATE TABLE "labels" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"order_id" uuid NOT NULL,
	"press_key" text,
	"provider" text NOT NULL,
	"state" text DEFAULT 'requested' NOT NULL,
	"carrier" text,
	"service" text,
	"cost_cents" integer,
	"tracking_number" text,
	"provider_label_id" text,
	"provider_void_id" text,
	"failure" text,
	"has_pdf" boolean DEFAULT false NOT NULL,
	"asked_at" timestamp with time zone,
	"next_check_at" timestamp with time zone,
	"next_track_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "labels_provider_label_id_unique" UNIQUE("provider_label_id")
);
--> statement-breakpoint
CREATE UNIQUE INDEX "labels_open" ON "labels" USING btree ("order_id") WHERE "labels"."state" in ('requested', 'bought');--> statement-breakpoint
CREATE UNIQUE INDEX "labels_press" ON "labels" USING btree ("order_id","press_key");--> statement-breakpoint
CREATE INDEX "labels_order" ON "labels" USING btree ("order_id","created_at");--> statement-breakpoint
CREATE INDEX "labels_due" ON "labels" USING btree ("next_check_at") WHERE "labels"."next_check_at" is not null;--> statement-breakpoint
CREATE INDEX "labels_track" ON "labels" USING btree ("next_track_at") WHERE "labels"."next_track_at" is not null;--> statement-breakpoint
CREATE INDEX "labels_number" ON "labels" USING btree ("tracking_number");