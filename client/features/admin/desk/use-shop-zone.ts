import { setShopZone, shopZone } from '#shared/shipping/shop-zone.ts';
import { useFacts } from '../publishing/facts/use-facts.ts';

/**
 * The time zone of the published facts, in which this document shows days from now on.
 *
 * @returns it; what shows days has to be made anew when it changes
 */
export function useShopZone(): string {
  const { data } = useFacts();
  if (data) setShopZone(data.published.timeZone);
  return shopZone();
}
