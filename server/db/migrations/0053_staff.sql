CREATE TABLE "staff" (
	"id" text PRIMARY KEY NOT NULL,
	"role" text NOT NULL,
	"name" text DEFAULT '' NOT NULL,
	"email" text,
	"language" text,
	"password_hash" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
-- For sessions that exist; the next start writes the row where this did not. A new database stays empty for a restore.
INSERT INTO "staff" ("id", "role") SELECT 'owner', 'owner' WHERE EXISTS (SELECT FROM "admin_sessions");--> statement-breakpoint
ALTER TABLE "admin_sessions" ADD COLUMN "staff_id" text DEFAULT 'owner' NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "staff_email" ON "staff" USING btree ("email");--> statement-breakpoint
CREATE UNIQUE INDEX "staff_owner" ON "staff" USING btree ("role") WHERE "staff"."role" = 'owner';--> statement-breakpoint
ALTER TABLE "admin_sessions" ADD CONSTRAINT "admin_sessions_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "admin_sessions_staff" ON "admin_sessions" USING btree ("staff_id");