import { useState } from 'react';
import * as m from '#messages';
import { toast } from '../../../ui/toast.ts';
import { formatCoordinates } from './coordinate.ts';
import { type Coordinates, geocode } from './geocode.ts';

const fail = (title: string, description: string) => toast({ title, description, variant: 'destructive' });

/** Geocodes an address, and reports the result to the owner. */
export function useGeocode(onFound: (address: string, place: Coordinates) => void) {
  const [isSearching, setIsSearching] = useState(false);
  async function search(typed: string): Promise<void> {
    const address = typed.trim();
    if (address === '') return void fail(m.admin_geocode_required_title(), m.admin_geocode_required_text());
    setIsSearching(true);
    try {
      const place = await geocode(address);
      if (!place) return void fail(m.admin_geocode_not_found_title(), m.admin_geocode_not_found_text());
      onFound(address, place);
      const [latitude = '', longitude = ''] = formatCoordinates(place.latitude, place.longitude).split(', ');
      toast({
        title: m.admin_geocode_found_title(),
        description: m.admin_geocode_found_text({ latitude, longitude }),
      });
    } catch {
      fail(m.admin_geocode_failed_title(), m.admin_geocode_failed_text());
    } finally {
      setIsSearching(false);
    }
  }
  return { isSearching, search };
}
