import { setShopZone, shopZone } from '#shared/shipping/shop-zone.ts';
import { useFacts } from '../publishing/facts/use-facts.ts';

/**
 * The time zone of the published facts, which this document uses for days from now on.
 *
 * @returns the zone; days on the screen must be rendered again when it changes
 */
export function useShopZone(): string {
  const { data } = useFacts();
  if (data) setShopZone(data.published.timeZone);
  return shopZone();
}
