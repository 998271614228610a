import { useRef } from 'react';
import { regionOfZip } from '#shared/places/zip-states.ts';
import { dispatchCheckout, getCheckout } from '../checkout-store.ts';
import { findCity, preloadCities } from './city-of-zip.ts';

type Filled = 'city' | 'state';

/**
 * Fills city and state of a ZIP code that is typed. What the shopper has typed or chosen stays; what an earlier ZIP code
 * filled in is replaced.
 */
export function usePlaceOfZip(): (zipCode: string) => void {
  const filled = useRef<{ [name in Filled]?: string }>({});
  function fill(name: Filled, value: string | null): void {
    const now = getCheckout();
    if (now.step !== 'address' || value === null) return;
    const present = now.address[name];
    if (present === value || (present !== '' && present !== filled.current[name])) return;
    filled.current[name] = value;
    dispatchCheckout({ type: 'typed', address: { ...now.address, [name]: value } });
  }
  return (zipCode) => {
    fill('state', regionOfZip(zipCode));
    preloadCities(zipCode);
    // Without its table the city is typed.
    findCity(zipCode).then(
      (city) => {
        const now = getCheckout();
        if (now.step === 'address' && now.address.zipCode === zipCode) fill('city', city);
      },
      () => {},
    );
  };
}
