import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { parseArgs } from 'node:util';
import { feature } from 'topojson-client';
import type { FinderMap } from '#shared/core/brand-types.ts';
import { dataFile } from './brand/data-file.ts';
import { formatSources } from './brand/format.ts';
import { listOldFiles } from './brand/parts.ts';
import { BRAND_FOLDER, inBrand } from './brand-folder.ts';

// Draws the store finder's map of a US place into the brand's finder-map.ts: docs/make-it-yours.md.
const FILE = inBrand('brand/finder-map.ts');
const USAGE =
  'npx node scripts/finder-map.ts --at LATITUDE,LONGITUDE --degrees 0.9 [--place "Austin:30.27,-97.74:left" …]\n' +
  '--degrees is how much it shows from south to north, from 0.1 to 10; as many miles from west to east.';

/**
 * Land beyond the frame, as a share of its width and height, for pages with a wider or higher map. A tablet's is the
 * widest.
 */
const MARGIN = { width: 1, height: 0.5 };
/** Removes corners closer than this to the simplified line, in heights of the frame: about half a pixel on the page. */
const TOLERANCE = 1 / 1000;
/** Everybody who opens the store finder loads it: about 3 KB compressed. */
const MAX_CHARACTERS = 9000;
/**
 * Attempts until it fits: first with counties, whose borders help orientation, then only with the coast and state
 * borders, with ever fewer corners.
 */
const ATTEMPTS = [
  ['counties', 1],
  ['counties', 2],
  ['counties', 3],
  ['states', 1],
  ['states', 2],
  ['states', 4],
  ['states', 8],
  ['states', 16],
] as const;

type Topology = Parameters<typeof feature>[0];
type Point = [longitude: number, latitude: number];
type Box = { west: number; east: number; south: number; north: number };
type Places = FinderMap['places'];

export class MapError extends Error {}

/**
 * @param degrees of latitude
 *
 * @throws MapError when no part of the United States is in the frame
 */
export function drawFinderMap(at: { latitude: number; longitude: number }, degrees: number, places: Places): FinderMap {
  const frame = frameAround(at, degrees);
  const { west, north, width, height } = frame;
  const inner = { west, east: west + width, south: north - height, north };
  const outer = {
    west: west - width * MARGIN.width,
    east: inner.east + width * MARGIN.width,
    south: inner.south - height * MARGIN.height,
    north: north + height * MARGIN.height,
  };
  if (outlines('states', inner, 0).length === 0) {
    throw new MapError(
      'There is no land of the United States in this frame. Latitude comes first; longitudes are below zero.',
    );
  }
  const digits = degrees > 3 ? 2 : 3;
  for (const [areas, coarseness] of ATTEMPTS) {
    const land = outlines(areas, outer, degrees * TOLERANCE * coarseness).map((ring) => textOf(ring, digits));
    if (land.join().length <= MAX_CHARACTERS) return { ...frame, land, places };
  }
  throw new MapError('Its coast has too many corners for a map of this size: choose fewer degrees.');
}

/** As wide as high, in miles. */
function frameAround({ latitude, longitude }: { latitude: number; longitude: number }, degrees: number) {
  const width = degrees / Math.cos((latitude * Math.PI) / 180);
  return {
    west: rounded(longitude - width / 2, 3),
    north: rounded(latitude + degrees / 2, 3),
    width: rounded(width, 3),
    height: degrees,
  };
}

const rounded = (value: number, digits: number) => Number(value.toFixed(digits));

const textOf = (ring: readonly Point[], digits: number) =>
  ring
    .map((point) => point.map((value) => rounded(value, digits)).join())
    .filter((corner, i, all) => corner !== all[i - 1])
    .join(' ');

const require = createRequire(import.meta.url);
const FILES = {
  counties: require.resolve('us-atlas/counties-10m.json'),
  states: require.resolve('us-atlas/states-10m.json'),
};
type Areas = (typeof ATTEMPTS)[number][0];

/**
 * Outlines cut at the box, the largest first, so that a county inside another one is drawn over it, such as Virginia's
 * cities.
 */
function outlines(areas: Areas, box: Box, tolerance: number): Point[][] {
  const atlas: Topology = JSON.parse(readFileSync(FILES[areas], 'utf8'));
  // Neighbours share their arcs; simplified separately, their borders would not match.
  const simple = { ...atlas, transform: undefined, arcs: absoluteArcs(atlas).map((arc) => simplified(arc, tolerance)) };
  const object = atlas.objects[areas];
  if (!object) return [];
  const found = feature(simple, object);
  return ('features' in found ? found.features : [found])
    .flatMap(({ geometry }) => {
      if (geometry.type === 'Polygon') return [geometry.coordinates[0]];
      return geometry.type === 'MultiPolygon' ? geometry.coordinates.map(([outline]) => outline) : [];
    })
    .map((ring = []) => ring.map(([longitude = 0, latitude = 0]): Point => [longitude, latitude]))
    .map((ring) => clipped(ring, box))
    .filter((ring) => areaOf(ring) > (tolerance * 3) ** 2)
    .sort((a, b) => areaOf(b) - areaOf(a));
}

/**
 * Each corner of an arc is stored as the distance from the one before, in steps of a grid (TopoJSON 1.0, 2.1.2 and
 * 2.1.3).
 */
function absoluteArcs({ arcs, transform }: Topology): Point[][] {
  const { scale, translate } = transform ?? { scale: [1, 1], translate: [0, 0] };
  return arcs.map((arc) => {
    let [x, y] = [0, 0];
    return arc.map(([dx = 0, dy = 0]): Point => {
      x += dx;
      y += dy;
      return [x * scale[0] + translate[0], y * scale[1] + translate[1]];
    });
  });
}

/** A line without invisible corners (Douglas and Peucker); its ends stay. */
export function simplified(line: readonly Point[], tolerance: number): Point[] {
  const [first, last] = [line[0], line.at(-1)];
  if (!first || !last || line.length < 3) return [...line];
  const distances = line.map((point) => distanceTo(first, last, point));
  const most = Math.max(...distances);
  if (most <= tolerance) return [first, last];
  const at = distances.indexOf(most);
  return [...simplified(line.slice(0, at + 1), tolerance), ...simplified(line.slice(at), tolerance).slice(1)];
}

function distanceTo([x1, y1]: Point, [x2, y2]: Point, [x, y]: Point): number {
  const [dx, dy] = [x2 - x1, y2 - y1];
  const length = dx * dx + dy * dy;
  // Both ends of an island are the same point.
  const along = length === 0 ? 0 : Math.min(1, Math.max(0, ((x - x1) * dx + (y - y1) * dy) / length));
  return Math.hypot(x - x1 - along * dx, y - y1 - along * dy);
}

/** The part of a ring inside a box: cut at each side in turn (Sutherland and Hodgman). */
export function clipped(ring: readonly Point[], { west, east, south, north }: Box): Point[] {
  const inEast = cutOff(
    cutOff(ring, ([x]) => x - west),
    ([x]) => east - x,
  );
  return cutOff(
    cutOff(inEast, ([, y]) => y - south),
    ([, y]) => north - y,
  );
}

/** @param inside how far inside a point is; negative outside */
function cutOff(ring: readonly Point[], inside: (point: Point) => number): Point[] {
  return ring.flatMap((point, i) => {
    const before = ring.at(i - 1) ?? point;
    const [from, to] = [inside(before), inside(point)];
    const here: Point[] = to >= 0 ? [point] : [];
    if (from >= 0 === to >= 0) return here;
    const share = from / (from - to);
    const crossing: Point = [before[0] + share * (point[0] - before[0]), before[1] + share * (point[1] - before[1])];
    return [crossing, ...here];
  });
}

/** In square degrees. */
function areaOf(ring: readonly Point[]): number {
  const twice = ring.reduce((sum, [x, y], i) => {
    const [x0, y0] = ring.at(i - 1) ?? [x, y];
    return sum + x0 * y - x * y0;
  }, 0);
  return Math.abs(twice) / 2;
}

/** The source of the brand's finder-map.ts. */
export async function sourceOf(map: FinderMap | null): Promise<string> {
  const source = dataFile([{ name: 'finderMap', type: 'FinderMap | null', value: map }]);
  return (await formatSources(new Map([['finder-map.ts', source]]))).get('finder-map.ts') ?? source;
}

/** @throws MapError for unknown arguments */
export function readArguments(words: readonly string[]) {
  const values = optionsOf(words);
  const at = placeOf(values.at ?? '');
  const degrees = Number(values.degrees);
  if (!at || !(degrees >= 0.1 && degrees <= 10)) throw new MapError(USAGE);
  const places = (values.place ?? []).map((text) => {
    const [, name = '', where = '', side] = /^([^:]+):([^:]+)(?::(left|right))?$/.exec(text) ?? [];
    const town = placeOf(where);
    if (!town) throw new MapError(`--place ${text} is not written like "Austin:30.27,-97.74:left".`);
    return [name, town.longitude, town.latitude, side === 'left' ? 'left' : 'right'] as const;
  });
  return { at, degrees, places };
}

function optionsOf(words: readonly string[]) {
  try {
    return parseArgs({
      args: [...words],
      options: { at: { type: 'string' }, degrees: { type: 'string' }, place: { type: 'string', multiple: true } },
    }).values;
  } catch {
    throw new MapError(USAGE);
  }
}

function placeOf(text: string): { latitude: number; longitude: number } | null {
  const [latitude = Number.NaN, longitude = Number.NaN, ...more] = text.split(',').map(Number);
  const isPlace = text !== '' && more.length === 0 && Math.abs(latitude) <= 85 && Math.abs(longitude) <= 180;
  return isPlace ? { latitude, longitude } : null;
}

if (import.meta.main) {
  try {
    const { at, degrees, places } = readArguments(process.argv.slice(2));
    const map = drawFinderMap(at, degrees, places);
    const [old] = listOldFiles(BRAND_FOLDER, ['finder-map.ts']);
    if (old) throw new MapError(old);
    writeFileSync(FILE, await sourceOf(map));
    console.log(`${FILE} has the map: ${map.land.length} outlines, ${map.land.join().length} characters.`);
  } catch (error) {
    if (!(error instanceof MapError)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}
