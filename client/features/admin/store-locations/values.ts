import type { StoreLocation } from '#shared/stores/stores.ts';
import type { StorePrefill } from '../kit/admin-screen.ts';

/** A store in the form; degrees are text while they are typed. */
export type StoreValues = {
  name: string;
  address: string;
  storeType: string;
  latitude: number | string;
  longitude: number | string;
};

export const valuesOf = (location?: StoreLocation, prefill?: StorePrefill): StoreValues => ({
  name: location?.name ?? prefill?.name ?? '',
  address: location?.address ?? prefill?.address ?? '',
  storeType: location?.storeType ?? prefill?.storeType ?? '',
  latitude: Number(location?.latitude ?? 0),
  longitude: Number(location?.longitude ?? 0),
});

export const snapshotOf = ({ name, address, storeType, latitude, longitude }: StoreLocation) => ({
  name,
  address,
  storeType,
  latitude,
  longitude,
});
