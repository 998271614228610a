import type { FinderMap } from '#shared/core/brand-types.ts';

/** Drawing units per degree of latitude. */
const SCALE = 1000;

/**
 * Positions on a drawn map, in units of the drawing from its upper left corner. A degree of longitude is shorter than
 * one of latitude.
 */
export function mapFrame({ west, north, width, height }: Pick<FinderMap, 'west' | 'north' | 'width' | 'height'>) {
  const narrow = Math.cos(((north - height / 2) * Math.PI) / 180);
  const size = { width: Math.round(width * narrow * SCALE), height: Math.round(height * SCALE) };
  const x = (longitude: number) => Math.round((longitude - west) * narrow * SCALE);
  const y = (latitude: number) => Math.round((north - latitude) * SCALE);
  return {
    size,
    x,
    y,
    /** In per cent of the drawing; `null` for a position outside of it. */
    place: ({ latitude, longitude }: { latitude: number; longitude: number }) => {
      const [left, top] = [(x(longitude) / size.width) * 100, (y(latitude) / size.height) * 100];
      return left >= 0 && left <= 100 && top >= 0 && top <= 100 ? { left, top } : null;
    },
  };
}

export type MapFrame = ReturnType<typeof mapFrame>;
