import type { FinderMap } from '#brand/map.ts';
import * as m from '#messages';
import type { PublicStoreLocation } from '#shared/stores.ts';
import { mapFrame } from './map-frame.ts';

/** More pins than these cover the map; the list has all stores. */
const MOST_PINS = 60;

type Props = {
  map: FinderMap;
  stores: readonly PublicStoreLocation[];
  onChoose: (id: string) => void;
};

/** The shop's own map with a pin for each store, for which no other host is asked. */
export function DrawnMap({ map, stores, onChoose }: Props) {
  const { size, x, y, place } = mapFrame(map);
  const points = (ring: string) =>
    ring
      .split(' ')
      .map((corner) => corner.split(',').map(Number))
      .map(([longitude = 0, latitude = 0]) => `${x(longitude)},${y(latitude)}`)
      .join(' ');
  const pins = stores.slice(0, MOST_PINS).flatMap((store) => {
    const at = place({ latitude: Number(store.latitude), longitude: Number(store.longitude) });
    return at ? [{ ...at, store }] : [];
  });
  return (
    <section
      aria-label={m.stores_map_default()}
      className="relative mx-auto h-full max-w-full"
      style={{ aspectRatio: `${size.width} / ${size.height}` }}
    >
      <svg
        aria-hidden="true"
        viewBox={`0 0 ${size.width} ${size.height}`}
        className="absolute inset-0 size-full overflow-visible"
      >
        {map.land.map((ring) => (
          <polygon
            key={ring}
            points={points(ring)}
            strokeWidth="3"
            strokeLinejoin="round"
            className="fill-crema stroke-line"
          />
        ))}
        {map.places.map(([name, longitude, latitude, side]) => (
          <g key={name} transform={`translate(${x(longitude)} ${y(latitude)})`}>
            <circle r="6" className="fill-cafecito-soft" />
            <text
              x={side === 'right' ? 16 : -16}
              y="10"
              fontSize="30"
              textAnchor={side === 'right' ? 'start' : 'end'}
              className="fill-cafecito-soft font-semibold"
            >
              {name}
            </text>
          </g>
        ))}
      </svg>
      {pins.map(({ store, left, top }) => (
        <button
          key={store.id}
          type="button"
          aria-label={store.name}
          title={store.name}
          onClick={() => onChoose(store.id)}
          className="absolute grid size-8 -translate-x-1/2 -translate-y-full place-items-end justify-items-center rounded-full hover:z-10 hover:scale-110 focus-visible:z-10"
          style={{ left: `${left}%`, top: `${top}%` }}
        >
          <svg aria-hidden="true" viewBox="0 0 24 32" className="h-8 w-6">
            <path
              d="M12 31C3 20 1.500 16 1.500 12a10.500 10.500 0 0 1 21 0c0 4-1.500 8-10.500 19z"
              strokeWidth="2"
              className="fill-guayaba stroke-white"
            />
            <circle cx="12" cy="12" r="4" className="fill-white" />
          </svg>
        </button>
      ))}
    </section>
  );
}
