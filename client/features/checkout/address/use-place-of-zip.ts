import { useRef } from 'react';
import { parseZip } from '#shared/places/zip.ts';
import { regionOfZip } from '#shared/places/zip-states.ts';
import { dispatchCheckout, getCheckout } from '../checkout-store.ts';
import { findCity, preloadCities } from './city-of-zip.ts';

/**
 * Fills in city and state when a ZIP code is typed. It replaces a value that an earlier ZIP code implies, and keeps any
 * other: the shopper typed or chose it.
 */
export function usePlaceOfZip(): (before: string, zipCode: string) => void {
  const seen = useRef(new Set<string>());
  return (before, zipCode) => {
    if (parseZip(before) !== null) seen.current.add(before);
    const earlier = [...seen.current];
    fill('state', regionOfZip(zipCode), earlier.map(regionOfZip));
    preloadCities(zipCode);
    // If the table fails to load, the shopper types the city.
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
