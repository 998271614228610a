import type { FinderMap } from '#shared/core/brand-types.ts';
import type { PublicStoreLocation } from '#shared/stores/stores.ts';
import type { mapFrame } from '../../lib/places/map-frame.ts';

/**
 * A pin's width and height in CSS pixels. These squares never overlap, so that each pin can be pressed; WCAG 2.2,
 * 2.5.8, requires 24.
 */
const PIN_SIZE = 32;
/** The drawn pin's width, and the height of its point, which is too narrow to cover a name. */
const DRAWN = { width: 22, point: 12 };
/** Size of a town's name in CSS pixels: average letter width, height, and space for its dot. */
const NAME = { letter: 6.5, height: 13, dot: 9 };
/** How many names a pin of several stores shows; the list has all of them. */
const MAX_NAMES = 6;

type Frame = Pick<ReturnType<typeof mapFrame>, 'size' | 'place'>;

export type Pin = {
  /** In percent of the drawing. */
  left: number;
  top: number;
  /** The pin is at the position of the first store and selects it. The others are too close for separate pins. */
  stores: [PublicStoreLocation, ...PublicStoreLocation[]];
};

/**
 * The pins of the stores on the map. A store whose pin would overlap an earlier one joins that pin.
 *
 * @param drawnWidth of the drawing, in CSS pixels
 */
export function mapPins(stores: readonly PublicStoreLocation[], { size, place }: Frame, drawnWidth: number): Pin[] {
  const drawnHeight = (drawnWidth * size.height) / size.width;
  const pins: Pin[] = [];
  for (const store of stores) {
    const at = place({ latitude: Number(store.latitude), longitude: Number(store.longitude) });
    if (!at) continue;
    const near = pins.find(
      ({ left, top }) =>
        (Math.abs(left - at.left) / 100) * drawnWidth < PIN_SIZE &&
        (Math.abs(top - at.top) / 100) * drawnHeight < PIN_SIZE,
    );
    if (near) near.stores.push(store);
    else pins.push({ ...at, stores: [store] });
  }
  return pins;
}

/** The towns whose names are not covered by a pin, because half a name looks like an error. */
export function freePlaces(
  places: FinderMap['places'],
  pins: readonly Pin[],
  { size, place }: Frame,
  drawnWidth: number,
): FinderMap['places'] {
  const drawnHeight = (drawnWidth * size.height) / size.width;
  return places.filter(([name, longitude, latitude, side]) => {
    const dot = place({ latitude, longitude });
    if (!dot) return false;
    const [near, far] = [NAME.dot, NAME.dot + name.length * NAME.letter];
    const [from, to] = side === 'left' ? [-far, -near] : [near, far];
    return pins.every((pin) => {
      const x = ((pin.left - dot.left) / 100) * drawnWidth;
      const y = ((pin.top - dot.top) / 100) * drawnHeight;
      const isBeside = x + DRAWN.width / 2 <= from || x - DRAWN.width / 2 >= to;
      return isBeside || y - DRAWN.point <= -NAME.height / 2 || y - PIN_SIZE >= NAME.height / 2;
    });
  });
}

/** Names of a pin's stores for its label. */
export function pinNames({ stores }: Pin): string {
  const names = stores.slice(0, MAX_NAMES).map(({ name }) => name);
  return names.join(', ') + (stores.length > MAX_NAMES ? ', …' : '');
}
