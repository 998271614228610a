import { useCallback, useState } from 'react';
import * as m from '#messages';
import type { FinderMap } from '#shared/core/brand-types.ts';
import type { PublicStoreLocation } from '#shared/stores/stores.ts';
import { cornersOf, type MapFrame, mapFrame } from '../../lib/places/map-frame.ts';
import { freePlaces, mapPins, type Pin, pinNames } from './map-pins.ts';

type Props = {
  map: FinderMap;
  stores: readonly PublicStoreLocation[];
  onChoose: (id: string) => void;
};

/**
 * The shop's own map with its stores, which needs no other host. It fills its container; the land extends beyond the
 * edges, where pins need space.
 */
export function DrawnMap({ map, stores, onChoose }: Props) {
  const frame = mapFrame(map);
  const { size, place } = frame;
  const [width, measure] = useWidth();
  const pins = width > 0 ? mapPins(stores, frame, width) : [];
  return (
    <section
      aria-label={m.stores_map_default()}
      className="grid h-full place-items-center px-3 pt-8 [container-type:size]"
    >
      <div
        ref={measure}
        className="relative w-full"
        style={{
          // Safari before 16 and Firefox before 110 have no container units: there the map is as wide as its frame.
          width: `min(100cqw, ${(100 * size.width) / size.height}cqh)`,
          aspectRatio: `${size.width} / ${size.height}`,
        }}
      >
        <Land map={map} frame={frame} />
        {freePlaces(map.places, pins, frame, width).map(([name, longitude, latitude, side]) => {
          const at = place({ latitude, longitude });
          return (
            at && (
              <span
                key={name}
                aria-hidden="true"
                className={`absolute flex -translate-y-1/2 items-center gap-1.5 text-[0.8rem] leading-none font-medium whitespace-nowrap before:size-1.5 before:shrink-0 before:rounded-full before:bg-current ${
                  side === 'left' ? 'translate-x-[3px] flex-row-reverse' : '-translate-x-[3px]'
                }`}
                style={{
                  top: `${at.top}%`,
                  ...(side === 'left' ? { right: `${100 - at.left}%` } : { left: `${at.left}%` }),
                }}
              >
                {name}
              </span>
            )
          );
        })}
        {pins.map((pin) => (
          <PinButton key={pin.stores[0].id} pin={pin} onChoose={onChoose} />
        ))}
      </div>
    </section>
  );
}

function Land({ map, frame }: { map: FinderMap; frame: MapFrame }) {
  const { width, height } = frame.size;
  return (
    <svg aria-hidden="true" viewBox={`0 0 ${width} ${height}`} className="absolute inset-0 size-full overflow-visible">
      {map.land.map((ring) => (
        <polygon
          key={ring}
          points={cornersOf(ring, frame)}
          strokeWidth="1.5"
          strokeLinejoin="round"
          vectorEffect="non-scaling-stroke"
          className="fill-ground stroke-line"
        />
      ))}
    </svg>
  );
}

function PinButton({ pin, onChoose }: { pin: Pin; onChoose: Props['onChoose'] }) {
  const { left, top, stores } = pin;
  const count = stores.length;
  const label = count === 1 ? stores[0].name : m.stores_map_pin({ count: String(count), names: pinNames(pin) });
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      onClick={() => onChoose(stores[0].id)}
      className="absolute grid size-8 -translate-x-1/2 -translate-y-full origin-bottom justify-items-center rounded-full hover:z-10 hover:scale-110 focus-visible:z-10"
      style={{ left: `${left}%`, top: `${top}%` }}
    >
      <svg aria-hidden="true" viewBox="0 0 24 32" className="h-8 w-6">
        <path
          d="M12 31C3 20 1.500 16 1.500 12a10.500 10.500 0 0 1 21 0c0 4-1.500 8-10.500 19z"
          strokeWidth="2"
          className="fill-brand stroke-white"
        />
        {count === 1 ? (
          <circle cx="12" cy="12" r="4" className="fill-white" />
        ) : (
          <text x="12" y="16.500" textAnchor="middle" fontSize="13" className="fill-white font-bold">
            {count > 99 ? '99+' : count}
          </text>
        )}
      </svg>
    </button>
  );
}

/** The width of an element in CSS pixels, before the browser paints it; 0 until it is known. */
function useWidth() {
  const [width, setWidth] = useState(0);
  const measure = useCallback((element: HTMLElement | null) => {
    if (!element) return;
    const observer = new ResizeObserver(([entry]) => setWidth(entry?.contentRect.width ?? 0));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [width, measure] as const;
}
