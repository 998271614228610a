export type Coordinates = { latitude: number; longitude: number };

const SEARCH = 'https://nominatim.openstreetmap.org/search';
const PATIENCE_MS = 10_000;

/**
 * Geocodes an address with OpenStreetMap's public search.
 *
 * @returns the first result; `null` when there is none
 * @throws when the service does not answer, or answers something else
 * @see https://nominatim.org/release-docs/latest/api/Search/ · its usage policy requires attribution
 */
export async function geocode(address: string): Promise<Coordinates | null> {
  const response = await fetch(`${SEARCH}?format=json&limit=1&q=${encodeURIComponent(address)}`, {
    signal: AbortSignal.timeout(PATIENCE_MS),
  });
  if (!response.ok) throw new Error(`The search answered ${response.status}`);
  const results: unknown = await response.json();
  if (!Array.isArray(results)) throw new Error('The search answered no list');
  const first: unknown = results[0];
  if (typeof first !== 'object' || first === null) return null;
  const { lat, lon } = first as { lat?: unknown; lon?: unknown };
  const latitude = Number.parseFloat(String(lat));
  const longitude = Number.parseFloat(String(lon));
  if (!Number.isFinite(latitude) || !Number.isFinite(longitude)) throw new Error('The search answered no coordinates');
  return { latitude, longitude };
}
