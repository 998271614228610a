CREATE TABLE "shop_settings" (
	"key" text PRIMARY KEY NOT NULL,
	"sealed" text,
	"open" jsonb,
	"names" jsonb NOT NULL,
	"version" integer NOT NULL,
	"tried_at" timestamp with time zone,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
