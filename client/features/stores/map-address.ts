import { facts } from '#brand/facts.ts';
import type { Language } from '#shared/core/language.ts';

/** docs/specification.md#stores */
export const MAP_ZOOM = 15;
const MAP_DEFAULT_ZOOM = 11;
const EMBED = 'https://maps.google.com/maps';
const MAPS = 'https://www.google.com/maps';

/** The URL of the map frame for a location, or for the default map; the host is fixed, the location is encoded. */
export function mapEmbedUrl(address: string | null, language: Language): string {
  const values = {
    q: address ?? facts.mapDefault,
    z: String(address ? MAP_ZOOM : MAP_DEFAULT_ZOOM),
    hl: language,
    output: 'embed',
  };
  return `${EMBED}?${new URLSearchParams(values)}`;
}

/** The same location as a plain link, for visitors who block the frame. */
export function mapLinkUrl(address: string | null): string {
  return `${MAPS}/search/?${new URLSearchParams({ api: '1', query: address ?? facts.mapDefault })}`;
}

/** Directions from the shopper's location to a store. */
export function directionsUrl(address: string): string {
  return `${MAPS}/dir/?${new URLSearchParams({ api: '1', destination: address })}`;
}
