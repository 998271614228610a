import type { FinderMap } from '#shared/core/brand-types.ts';

/** Drawing units from the upper to the lower edge. */
const SCALE = 1000;

export type Frame = Pick<FinderMap, 'west' | 'north' | 'width' | 'height'>;

/**
 * Positions on a drawn map, in units of the drawing from its upper left corner. A degree of longitude is shorter than
 * one of latitude.
 */
export function mapFrame({ west, north, width, height }: Frame) {
  const narrow = Math.cos(((north - height / 2) * Math.PI) / 180);
  const unit = SCALE / height;
  const size = { width: Math.round(width * narrow * unit), height: SCALE };
  const x = (longitude: number) => Math.round((longitude - west) * narrow * unit);
  const y = (latitude: number) => Math.round((north - latitude) * unit);
  return {
    size,
    x,
    y,
    /** In per cent of the drawing; `null` for a position outside of it. */
    place: ({ latitude, longitude }: { latitude: number; longitude: number }) => {
      const [left, top] = [(x(longitude) / size.width) * 100, (y(latitude) / size.height) * 100];
      return left >= 0 && left <= 100 && top >= 0 && top <= 100 ? { left, top } : null;
    },
    /** The position at this many per cent of the drawing. */
    positionAt: ({ left, top }: { left: number; top: number }) => ({
      latitude: north - (top / 100) * height,
      longitude: west + (left / 100) * width,
    }),
  };
}

export type MapFrame = ReturnType<typeof mapFrame>;

/** The corners of a ring of `longitude,latitude` pairs, in the map's own units. */
export const cornersOf = (ring: string, { x, y }: Pick<MapFrame, 'x' | 'y'>): string =>
  pointsOf(ring)
    .map(([longitude, latitude]) => `${x(longitude)},${y(latitude)}`)
    .join(' ');

/** Longitude and latitude of each corner of a ring. */
export const pointsOf = (ring: string) =>
  ring.split(' ').map((corner): [longitude: number, latitude: number] => {
    const [longitude = 0, latitude = 0] = corner.split(',').map(Number);
    return [longitude, latitude];
  });
