import { useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import * as m from '#messages';
import type { StoreLocationInput } from '#shared/stores/stores.ts';
import { issueText } from '../kit/form/issue-text.ts';
import { toCoordinate } from './coordinate.ts';
import { plainText } from './plain-text.ts';
import { useGeocode } from './use-geocode.ts';
import type { StoreValues } from './values.ts';

type StoreForm = UseFormReturn<StoreValues, unknown, StoreLocationInput>;

/**
 * The coordinates of a store, typed or geocoded, and whether they belong to another address.
 *
 * @param first the address that the saved coordinates belong to; empty for a new store
 */
export function useCoordinates({ register, formState, watch, getValues, setValue }: StoreForm, first: string) {
  const [placed, setPlaced] = useState(first);
  const { errors, isSubmitted } = formState;
  const { isSearching, search } = useGeocode((found, place) => {
    setPlaced(found);
    setValue('latitude', place.latitude, { shouldValidate: true });
    setValue('longitude', place.longitude, { shouldValidate: true });
  });
  return {
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
      error: errors[name]?.message === 'unplaced' ? m.admin_location_unplaced() : issueText(errors[name]?.message),
      ...register(name, {
        onChange: () => setPlaced(getValues('address')),
        setValueAs: toCoordinate,
        onBlur: () => setValue(name, toCoordinate(getValues(name)), { shouldValidate: isSubmitted }),
      }),
    }),
  };
}
