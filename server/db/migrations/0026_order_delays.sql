ALTER TABLE "orders" ADD COLUMN "delays" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "delay_state" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "answer_by" date;--> statement-breakpoint
CREATE INDEX "orders_unanswered" ON "orders" USING btree ("answer_by") WHERE "orders"."answer_by" is not null;