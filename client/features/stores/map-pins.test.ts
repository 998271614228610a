import { expect, test } from 'vitest';
import type { PublicStoreLocation } from '#shared/stores/stores.ts';
import { mapFrame } from '../../lib/places/map-frame.ts';
import { freePlaces, mapPins, pinNames } from './map-pins.ts';

// At the equator a degree is as wide as high: drawn 100 pixels wide, a hundredth of a degree is one pixel.
const frame = mapFrame({ west: 0, north: 0.5, width: 1, height: 1 });
const aStore = (name: string, x: number, y: number): PublicStoreLocation => ({
  id: name,
  name,
  address: '',
  storeType: 'grocery',
  latitude: String(0.5 - y / 100),
  longitude: String(x / 100),
});
const namesOf = (stores: PublicStoreLocation[], width = 100) =>
  mapPins(stores, frame, width).map((pin) => pin.stores.map(({ name }) => name).join('+'));

test('stores that are far enough apart have their own pins, at their positions', () => {
  const stores = [aStore('A', 10, 50), aStore('B', 42, 50), aStore('C', 10, 82)];
  expect(namesOf(stores)).toEqual(['A', 'B', 'C']);
  expect(mapPins(stores, frame, 100)[1]).toMatchObject({ left: expect.closeTo(42), top: expect.closeTo(50) });
});

test('a store closer than a pin’s size joins the first store, which keeps its position', () => {
  const stores = [aStore('A', 10, 50), aStore('B', 41, 50), aStore('C', 10, 81), aStore('D', 41, 81)];
  expect(namesOf(stores)).toEqual(['A+B+C+D']);
  expect(mapPins(stores, frame, 100)[0]).toMatchObject({ left: expect.closeTo(10), top: expect.closeTo(50) });
});

test('the same stores have separate pins on a larger drawing', () => {
  const stores = [aStore('A', 10, 50), aStore('B', 30, 50)];
  expect([namesOf(stores, 100), namesOf(stores, 200)]).toEqual([['A+B'], ['A', 'B']]);
});

test('the pins of a row of stores do not overlap', () => {
  const pins = mapPins(
    Array.from({ length: 21 }, (_, i) => aStore(String(i), i * 5, 50)),
    frame,
    100,
  );
  expect(pins.map(({ stores }) => stores.length)).toEqual([7, 7, 7]);
  expect(pins.map(({ left }) => Math.round(left))).toEqual([0, 35, 70]);
});

test('a store outside of the map has no pin and is not counted', () => {
  expect(namesOf([aStore('A', 10, 50), aStore('B', 101, 50), aStore('C', 0, -1)])).toEqual(['A']);
});

test('a pin with many stores names the first six', () => {
  const pinOf = (count: number) =>
    mapPins(
      Array.from({ length: count }, (_, i) => aStore(`S${i + 1}`, 10, 50)),
      frame,
      100,
    )[0];
  const [six, seven] = [pinOf(6), pinOf(7)];
  expect(six && pinNames(six)).toBe('S1, S2, S3, S4, S5, S6');
  expect(seven && pinNames(seven)).toBe('S1, S2, S3, S4, S5, S6, …');
});

test.each([
  ['no pin', null, ['Left', 'Right']],
  ['a pin beside both dots, above the names', [50, 40], ['Left', 'Right']],
  ['a pin on a name to the right', [70, 55], ['Left']],
  ['a pin on a name to the left', [30, 55], ['Right']],
  ['a pin whose head is on it', [70, 62], ['Left']],
  ['a pin below it', [70, 72], ['Left', 'Right']],
  ['a pin at the dot, beside the name', [50, 50], ['Left', 'Right']],
  ['a pin beyond its end', [20, 55], ['Left', 'Right']],
] as const)('with %s, these names are shown', (_, at, expected) => {
  const pins = at ? mapPins([aStore('A', at[0] - 0.1, at[1])], frame, 200) : [];
  const places = [
    ['Left', 0.5, 0, 'left'],
    ['Right', 0.5, 0, 'right'],
  ] as const;
  expect(freePlaces(places, pins, frame, 200).map(([name]) => name)).toEqual(expected);
});

test('a town outside of the map has no name on it', () => {
  expect(freePlaces([['Far', 2, 0, 'right']], [], frame, 200)).toEqual([]);
});
