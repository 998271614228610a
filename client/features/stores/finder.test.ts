import { expect, test } from 'vitest';
import type { PublicStoreLocation } from '#shared/stores/stores.ts';
import { milesBetween } from '../../lib/places/miles-between.ts';
import { readZipAreas } from '../../lib/places/zip-areas.ts';
import { findStores, milesText } from './finder.ts';

const aStore = (name: string, address: string, latitude: number, longitude: number, storeType = 'grocery') =>
  ({
    id: name,
    name,
    address,
    storeType,
    latitude: String(latitude),
    longitude: String(longitude),
  }) satisfies PublicStoreLocation;
const stores = [
  aStore('Bodega Ñico', '100 NW 7th St, Miami, FL 33136', 25.78, -80.2),
  aStore('Café y Más', '900 E 4th Ave, Hialeah, FL 33010', 25.83, -80.27, 'convenience'),
  aStore('Key Stop', '1 Duval St, Key West, FL 33040', 24.56, -81.8, 'gas-station'),
];
const names = (query: Parameters<typeof findStores>[1]) => findStores(stores, query).map(({ store }) => store.name);

test('finds a name without its accents and in any case', () => {
  expect(names({ search: 'cafe MAS', type: '', from: null })).toEqual(['Café y Más']);
  expect(names({ search: 'nico', type: '', from: null })).toEqual(['Bodega Ñico']);
});

test('finds a city in the address, and filters by type', () => {
  expect(names({ search: 'miami', type: '', from: null })).toEqual(['Bodega Ñico']);
  expect(names({ search: '', type: 'gas-station', from: null })).toEqual(['Key Stop']);
});

test('from a location all stores are listed, nearest first, with their distance', () => {
  const from = { latitude: 24.6, longitude: -81.7 };
  expect(names({ search: '33040', type: '', from })).toEqual(['Key Stop', 'Café y Más', 'Bodega Ñico']);
  expect(findStores(stores, { search: '', type: '', from })[0]?.miles).toBeLessThan(10);
});

test('an unknown ZIP code is searched for in the addresses', () => {
  expect(names({ search: '33010', type: '', from: null })).toEqual(['Café y Más']);
});

test('Miami to Key West is 129 miles in a straight line, within one per cent', () => {
  const miles = milesBetween({ latitude: 25.7617, longitude: -80.1918 }, { latitude: 24.5551, longitude: -81.78 });
  expect(Math.abs(miles - 129.6)).toBeLessThan(1.3);
});

test('miles have one decimal below ten', () => {
  expect([milesText(0.42), milesText(9.96), milesText(10.4)]).toEqual(['0.4', '10.0', '10']);
});

test('the ZIP table has 1,013 areas, all within Florida', () => {
  const zips = readZipAreas();
  expect(zips.size).toBe(1013);
  for (const { latitude, longitude } of zips.values()) {
    expect(latitude > 24.4 && latitude < 31.1 && longitude > -87.7 && longitude < -79.9).toBe(true);
  }
  expect(zips.get('33010')).toEqual({ latitude: expect.closeTo(25.83, 1), longitude: expect.closeTo(-80.28, 1) });
});
