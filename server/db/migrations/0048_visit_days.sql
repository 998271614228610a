CREATE TABLE "visit_days" (
	"day" date NOT NULL,
	"page" text NOT NULL,
	"source" text NOT NULL,
	"language" text NOT NULL,
	"visits" integer NOT NULL,
	"views" integer NOT NULL,
	CONSTRAINT "visit_days_day_page_source_language_pk" PRIMARY KEY("day","page","source","language")
);
