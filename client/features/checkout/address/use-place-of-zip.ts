import { useRef } from 'react';
import { parseZip } from '#shared/places/zip.ts';
import { regionOfZip } from '#shared/places/zip-states.ts';
import { dispatchCheckout, getCheckout } from '../checkout-store.ts';
import { findCity, preloadCities } from './city-of-zip.ts';

/**
 * Fills city and state of a ZIP code that is typed. They replace what ZIP codes before it say, also one that was
 * remembered or typed before a reload; any other city or state was typed or chosen, and stays.
 */
export function usePlaceOfZip(): (before: string, zipCode: string) => void {
  const seen = useRef(new Set<string>());
  return (before, zipCode) => {
    if (parseZip(before) !== null) seen.current.add(before);
    const earlier = [...seen.current];
    fill('state', regionOfZip(zipCode), earlier.map(regionOfZip));
    preloadCities(zipCode);
    // Without its table the city is typed.
    Promise.all([zipCode, ...earlier].map(findCity)).then(
      ([city = null, ...replaced]) => {
        const now = getCheckout();
        if (now.step === 'address' && now.address.zipCode === zipCode) fill('city', city, replaced);
      },
      () => {},
    );
  };
}

function fill(name: 'city' | 'state', value: string | null, replaced: readonly (string | null)[]): void {
  const now = getCheckout();
  if (now.step !== 'address' || value === null) return;
  const present = now.address[name];
  if (present !== '' && !replaced.includes(present)) return;
  if (present !== value) dispatchCheckout({ type: 'typed', address: { ...now.address, [name]: value } });
}
