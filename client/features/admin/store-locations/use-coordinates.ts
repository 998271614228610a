import { useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import * as m from '#messages';
import type { Place, StoreLocationInput } from '#shared/stores/stores.ts';
import { issueText } from '../kit/form/issue-text.ts';
import { plainText } from '../kit/plain-text.ts';
import { toCoordinate } from './coordinate.ts';
import { useGeocode } from './use-geocode.ts';
import type { StoreValues } from './values.ts';

type StoreForm = UseFormReturn<StoreValues, unknown, StoreLocationInput>;

const CHANGED = { shouldValidate: true, shouldDirty: true } as const;

/**
 * The coordinates of a store, from the pin, typed or geocoded, and whether they belong to another address.
 *
 * @param first the address that the saved coordinates belong to; empty for a new store
 */
export function useCoordinates({ register, formState, watch, getValues, setValue }: StoreForm, first: string) {
  const [placed, setPlaced] = useState(first);
  const { errors, isSubmitted } = formState;
  const { isSearching, search } = useGeocode(put);
  function put(address: string, { latitude, longitude }: Place) {
    setPlaced(address);
    setValue('latitude', latitude, CHANGED);
    setValue('longitude', longitude, CHANGED);
  }
  const place = { latitude: toCoordinate(watch('latitude')), longitude: toCoordinate(watch('longitude')) };
  return {
    /** `null` for the initial 0, 0 of a new store. */
    place: place.latitude === 0 && place.longitude === 0 ? null : place,
    /** Why the pin is refused. */
    pinError: errors.latitude?.message === 'unplaced' ? m.admin_location_unplaced() : undefined,
    hasError: Boolean((errors.latitude && errors.latitude.message !== 'unplaced') || errors.longitude),
    move: (to: Place) => put(getValues('address'), to),
    isSearching,
    search: () => void search(getValues('address')),
    isStale: placed !== '' && plainText(placed) !== plainText(watch('address')),
    setPlaced,
    /** Props of the field for degrees. */
    degrees: (name: 'latitude' | 'longitude') => ({
      // The decimal keypad of an iPhone has no minus key.
      inputMode: 'text' as const,
      autoComplete: 'off',
      required: true,
      error: errors[name]?.message === 'unplaced' ? undefined : issueText(errors[name]?.message),
      ...register(name, {
        onChange: () => setPlaced(getValues('address')),
        setValueAs: toCoordinate,
        onBlur: () => setValue(name, toCoordinate(getValues(name)), { shouldValidate: isSubmitted }),
      }),
    }),
  };
}
