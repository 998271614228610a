import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { finderMap } from '#brand/map.ts';
import { FIRST_BRAND } from '#scripts/brand-folder.ts';
import type { FinderMap } from '#shared/core/brand-types.ts';
import { clipped, drawFinderMap, readArguments, simplified, sourceOf } from './finder-map.ts';

/** The command that draws the sample's map. */
const MIAMI = [
  ...['--at', '25.8,-80.3', '--degrees', '0.84'],
  ...['--place', 'Fort Lauderdale:26.122,-80.137:left', '--place', 'Hialeah:25.858,-80.278:left'],
  ...['--place', 'Miami Beach:25.791,-80.13', '--place', 'Miami:25.774,-80.194:left'],
  ...['--place', 'Kendall:25.679,-80.317:left', '--place', 'Homestead:25.469,-80.478:left'],
];
const draw = (words: readonly string[]) => {
  const { at, degrees, places } = readArguments(words);
  return drawFinderMap(at, degrees, places);
};
const source = readFileSync(`${FIRST_BRAND}/finder-map.ts`, 'utf8');
const cornersOf = (ring: string) => ring.split(' ').map((corner) => corner.split(',').map(Number));

/** Counts how often a line to the east crosses the ring. */
const isInside = (ring: string, latitude: number, longitude: number) => {
  const corners = cornersOf(ring);
  return (
    corners.filter(([x = 0, y = 0], i) => {
      const [x0 = 0, y0 = 0] = corners.at(i - 1) ?? [];
      return y > latitude !== y0 > latitude && longitude < x + ((latitude - y) / (y0 - y)) * (x0 - x);
    }).length %
      2 ===
    1
  );
};
const isLand = ({ land }: FinderMap, latitude: number, longitude: number) =>
  land.some((ring) => isInside(ring, latitude, longitude));

test('the sample’s map is what its command draws', async () => {
  expect(draw(MIAMI)).toEqual(finderMap);
  expect(await sourceOf(draw(MIAMI))).toBe(source);
});

test.each([
  ['downtown Miami', 25.774, -80.2, true],
  ['Homestead', 25.469, -80.478, true],
  ['the Everglades', 25.75, -80.8, true],
  ['Key Largo', 25.1, -80.44, true],
  ['the north of Biscayne Bay', 25.6, -80.25, false],
  ['the Atlantic', 25.9, -80.0, false],
])('Miami’s map: %s', (_, latitude, longitude, expected) => {
  expect(isLand(draw(MIAMI), latitude, longitude)).toBe(expected);
});

// Long coasts, many small counties, a state, an island, and cities inside counties.
test.each([
  ['Austin', '30.27,-97.74', '0.9'],
  ['New York', '40.71,-73.98', '0.6'],
  ['Seattle', '47.6,-122.33', '1'],
  ['Norfolk', '36.95,-76.3', '1.2'],
  ['Texas', '31,-99', '9'],
  ['Honolulu', '21.35,-157.95', '0.6'],
])('%s is drawn in few kilobytes, with nothing far beyond the frame', (_, at, degrees) => {
  const map = draw(['--at', at, '--degrees', degrees]);
  const { latitude, longitude } = readArguments(['--at', at, '--degrees', degrees]).at;
  expect(isLand(map, latitude, longitude)).toBe(true);
  expect(map.land.join().length).toBeLessThanOrEqual(9000);
  for (const [x = 0, y = 0] of map.land.flatMap(cornersOf)) {
    expect(Math.abs(x - longitude)).toBeLessThanOrEqual(map.width * 1.5 + 0.01);
    expect(Math.abs(y - latitude)).toBeLessThanOrEqual(map.height + 0.01);
  }
});

test('the map is as many miles wide as high, around its centre', () => {
  const { west, north, width, height } = draw(['--at', '60,-150', '--degrees', '2']);
  expect([west, north, width, height]).toEqual([-152, 61, 4, 2]);
});

test('a ring is cut at each side of the box, and removed outside of it', () => {
  const box = { west: 0, east: 10, south: 0, north: 10 };
  const square = (low: number, high: number) =>
    [
      [low, low],
      [high, low],
      [high, high],
      [low, high],
    ] as [number, number][];
  const sorted = (points: number[][]) => points.map(String).sort();
  expect(clipped(square(2, 8), box)).toEqual(square(2, 8));
  expect(sorted(clipped(square(5, 15), box))).toEqual(sorted(square(5, 10)));
  expect(sorted(clipped(square(-5, 5), box))).toEqual(sorted(square(0, 5)));
  expect(sorted(clipped(square(-5, 15), box))).toEqual(sorted(square(0, 10)));
  expect(clipped(square(11, 15), box)).toEqual([]);
});

test('invisible corners are removed; ends and a cape stay, and an island stays a ring', () => {
  const line: [number, number][] = [
    [0, 0],
    [1, 0.01],
    [2, 1],
    [3, 0.51],
    [4, 0],
  ];
  expect(simplified(line, 0.1)).toEqual([
    [0, 0],
    [1, 0.01],
    [2, 1],
    [4, 0],
  ]);
  expect(simplified(line, 0.6)).toHaveLength(3);
  const island: [number, number][] = [
    [0, 0],
    [2, 0],
    [2, 2],
    [0, 2],
    [0, 0],
  ];
  expect(simplified(island, 0.1)).toEqual(island);
});

test.each([
  [[]],
  [['--at', '30.27,-97.74']],
  [['--at', '30.27', '--degrees', '1']],
  [['--at', '97,-30', '--degrees', '1']],
  [['--at', '30.27,-97.74', '--degrees', '40']],
  [['--at', '30.27,-97.74', '--degrees', '1', '--town', 'x']],
])('%j is answered with the right usage', (words) => {
  expect(() => readArguments(words)).toThrow('--at LATITUDE,LONGITUDE');
});

test('a town without a position, and a frame without land, are reported', () => {
  const at = ['--at', '30.27,-97.74', '--degrees', '1'];
  expect(() => readArguments([...at, '--place', 'Austin'])).toThrow('--place Austin is not written like');
  expect(() => draw(['--at', '30.27,97.74', '--degrees', '1'])).toThrow('no land of the United States');
});
