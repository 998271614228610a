import { zipAreas } from '#brand/zip-areas.ts';

/** Latitude and longitude in degrees by five-digit ZIP, for the brand's states. */
export function readZipAreas(): Map<string, { latitude: number; longitude: number }> {
  const areas = new Map<string, { latitude: number; longitude: number }>();
  const { first, origin, steps } = zipAreas;
  let zip: number = first;
  for (const area of steps.split(',')) {
    const [step, north = 0, west = 0] = area.trim().split(' ').map(Number);
    if (!step) continue;
    zip += step;
    const point = { latitude: origin.latitude + north / 100, longitude: origin.longitude - west / 100 };
    areas.set(String(zip).padStart(5, '0'), point);
  }
  return areas;
}
