import { storeMap } from '#brand/map.ts';
import * as m from '#messages';
import { formatCoordinates } from './coordinate.ts';

const { outline, west: WEST, north: NORTH, width: WIDTH, height: HEIGHT } = storeMap;
/** At this latitude a degree of longitude is shorter than one of latitude. */
const NARROW = Math.cos(((NORTH - HEIGHT / 2) * Math.PI) / 180);

const x = (longitude: number) => (longitude - WEST) * NARROW;
const y = (latitude: number) => NORTH - latitude;
const points = outline
  .split(' ')
  .map((pair) => pair.split(',').map(Number))
  .map(([longitude = 0, latitude = 0]) => `${x(longitude).toFixed(2)},${y(latitude).toFixed(2)}`)
  .join(' ');

/** The position of the pin on our own drawing; the link shows the street. */
export function PinMap({ latitude, longitude }: { latitude: number; longitude: number }) {
  const isInFrame = latitude <= NORTH && latitude >= NORTH - HEIGHT && longitude >= WEST && longitude <= WEST + WIDTH;
  const at = formatCoordinates(latitude, longitude);
  // 0, 0 is the initial value of a new store.
  const isUnset = latitude === 0 && longitude === 0;
  const text = isUnset ? m.admin_pin_none() : isInFrame ? at : m.admin_pin_outside({ at });
  return (
    <div className="grid items-center gap-4 rounded-field bg-ground p-4 sm:grid-cols-[auto_1fr]">
      <svg
        viewBox={`0 0 ${(WIDTH * NARROW).toFixed(2)} ${HEIGHT}`}
        role="img"
        aria-label={isInFrame ? m.admin_pin_at({ at }) : text}
        className="h-36 w-auto rounded-field bg-second-light"
      >
        <polygon points={points} className="fill-ground stroke-second" strokeWidth="0.06" strokeLinejoin="round" />
        {isInFrame && (
          <g transform={`translate(${x(longitude)} ${y(latitude)})`}>
            <path d="M0 0C-.45-.55-.42-1.1 0-1.1S.45-.55 0 0z" className="fill-brand stroke-white" strokeWidth="0.06" />
            <circle cy="-0.68" r="0.16" className="fill-white" />
          </g>
        )}
      </svg>
      <div className="min-w-0 text-[0.92rem]">
        <p className="font-semibold">{text}</p>
        {!isUnset && (
          <a
            className="text-button"
            target="_blank"
            rel="noreferrer"
            href={`https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=17/${latitude}/${longitude}`}
          >
            {m.admin_pin_open()}
          </a>
        )}
      </div>
    </div>
  );
}
