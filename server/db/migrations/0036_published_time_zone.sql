-- The zone of the published facts; without one, the brand's.
CREATE FUNCTION published_time_zone(brand_zone text) RETURNS text LANGUAGE sql STABLE AS $$
	SELECT coalesce((SELECT published ->> 'timeZone' FROM content_items WHERE kind = 'facts' AND id = 'facts'), brand_zone)
$$;
--> statement-breakpoint
-- Counts the figures by the days of that zone. It is read again behind the lock: whoever counts last counts by the newest.
CREATE FUNCTION count_days(brand_zone text) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
	IF shop_time_zone() = published_time_zone(brand_zone) THEN RETURN false; END IF;
	LOCK TABLE orders IN SHARE ROW EXCLUSIVE MODE;
	RETURN count_days_in(published_time_zone(brand_zone));
END
$$;
