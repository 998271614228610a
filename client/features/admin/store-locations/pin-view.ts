import { finderMap, storeMap } from '#brand/map.ts';
import { parseZip } from '#shared/places/zip.ts';
import type { Place } from '#shared/stores/stores.ts';
import { type Frame, mapFrame } from '../../../lib/places/map-frame.ts';

/** The visible part of the map; its height in degrees of latitude. */
export type PinView = { centre: Place; height: number };

/** Width by height. */
export const ASPECT = 4 / 3;
/** Some 400 metres: more detail than the drawing has. */
const MIN_HEIGHT = 0.004;
const MAX_HEIGHT = storeMap.height * 1.1;
/** A town with its surroundings, some 12 kilometres. */
const TOWN_HEIGHT = 0.11;
/** At the poles a degree of longitude has no width; typed coordinates may even lie beyond. */
const MAX_LATITUDE = 80;
/** The pin stays within this share of the window, counted from its centre. */
const INNER = 0.8;
/** Arrow keys move the pin by this share of the height; with Shift ten times as far. */
const STEP = 0.01;
const KEYS: Readonly<Record<string, readonly [east: number, north: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};

export const isSamePlace = (a: Place | null, b: Place | null) =>
  a?.latitude === b?.latitude && a?.longitude === b?.longitude;

/** The frame of a view, whose sides are as long on the ground as they look. */
function frameOf({ centre, height }: PinView): Frame {
  const { longitude } = centre;
  const latitude = Math.max(-MAX_LATITUDE, Math.min(MAX_LATITUDE, centre.latitude));
  const width = (height * ASPECT) / narrowAt(latitude);
  return { west: longitude - width / 2, north: latitude + height / 2, width, height };
}

export const mapOf = (view: PinView) => mapFrame(frameOf(view));

const narrowAt = (latitude: number) => Math.cos((latitude * Math.PI) / 180);

const centreOf = ({ west, north, width, height }: Frame): Place => ({
  latitude: north - height / 2,
  longitude: west + width / 2,
});

/** The initial view: around the place, otherwise the shop's region, otherwise the whole map. */
export function viewOf(place: Place | null): PinView {
  if (place) return { centre: place, height: TOWN_HEIGHT };
  const { west, north, width, height } = finderMap ?? storeMap;
  return { centre: centreOf({ west, north, width, height }), height };
}

/** Zooms by a factor of two, around the pin if there is one. */
export function zoomed(view: PinView, pin: Place | null, direction: 'in' | 'out'): PinView {
  const height = Math.min(MAX_HEIGHT, Math.max(MIN_HEIGHT, direction === 'in' ? view.height / 2 : view.height * 2));
  return { centre: pin ?? view.centre, height };
}

export const canZoom = ({ height }: PinView, direction: 'in' | 'out') =>
  direction === 'in' ? height > MIN_HEIGHT : height < MAX_HEIGHT;

/** The view that contains this place; moved only if the place is at its edge or outside. */
export function showing(view: PinView, place: Place): PinView {
  const { width, height } = frameOf(view);
  const east = Math.abs(place.longitude - view.centre.longitude) / (width / 2);
  const north = Math.abs(place.latitude - view.centre.latitude) / (height / 2);
  return Math.max(east, north) <= INNER ? view : { ...view, centre: place };
}

/** A place on the globe with six decimals, some ten centimetres. */
export function cleanPlace({ latitude, longitude }: Place): Place {
  const within = (value: number, limit: number) => Number(Math.max(-limit, Math.min(limit, value)).toFixed(6));
  return { latitude: within(latitude, 90), longitude: within(longitude, 180) };
}

/** Where a key moves the pin; `null` for another key. */
export function stepOf(key: string, isFar: boolean, from: Place, { height }: PinView): Place | null {
  const direction = KEYS[key];
  if (!direction) return null;
  const step = height * STEP * (isFar ? 10 : 1);
  const [east, north] = direction;
  return cleanPlace({
    latitude: from.latitude + north * step,
    longitude: from.longitude + (east * step) / narrowAt(from.latitude),
  });
}

/** The ZIP code at the end of an address. */
export function zipInAddress(address: string): string | null {
  const [, zip = ''] = /\D(\d{5}(?:-\d{4})?)[\s,.]*(?:usa?|united states)?[\s.]*$/i.exec(address) ?? [];
  return parseZip(zip);
}
