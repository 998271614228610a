import * as m from '#messages';
import { formatCoordinates } from './coordinate.ts';

/** Florida's outline in degrees, coarse: enough to see whether a pin is where it should be. */
const FLORIDA =
  '-87.52,30.28 -86.5,30.38 -85.7,30.12 -85.35,29.68 -85,29.6 -84.35,29.95 -84,30.1 -83.65,29.85 -83.1,29.2 -82.75,28.95 -82.65,28.5 -82.85,27.9 -82.55,27.3 -82.25,26.75 -81.85,26.4 -81.75,25.95 -81.15,25.3 -80.9,25.15 -80.4,25.2 -80.3,25.45 -80.15,25.75 -80.05,26.5 -80.05,26.95 -80.35,27.6 -80.6,28.3 -80.55,28.5 -80.85,29 -81.2,29.7 -81.4,30.4 -81.45,30.7 -82.05,30.75 -82.05,30.36 -82.2,30.57 -84.86,30.71 -85,31 -87.6,31 -87.4,30.65';
const WEST = -88.2;
const NORTH = 31.4;
const WIDTH = 8.8;
const HEIGHT = 7;
/** A degree of longitude is shorter than one of latitude at this height of the globe. */
const NARROW = Math.cos((28 * Math.PI) / 180);

const x = (longitude: number) => (longitude - WEST) * NARROW;
const y = (latitude: number) => NORTH - latitude;
const points = FLORIDA.split(' ')
  .map((pair) => pair.split(',').map(Number))
  .map(([longitude = 0, latitude = 0]) => `${x(longitude).toFixed(2)},${y(latitude).toFixed(2)}`)
  .join(' ');

/** Where the pin will stand, drawn by ourselves; the link shows the street. */
export function PinMap({ latitude, longitude }: { latitude: number; longitude: number }) {
  const isInFrame = latitude <= NORTH && latitude >= NORTH - HEIGHT && longitude >= WEST && longitude <= WEST + WIDTH;
  const at = formatCoordinates(latitude, longitude);
  // Zero and zero, in the Gulf of Guinea, is what a new store begins with.
  const isUnset = latitude === 0 && longitude === 0;
  const text = isUnset ? m.admin_pin_none() : isInFrame ? at : m.admin_pin_outside({ at });
  return (
    <div className="grid items-center gap-4 rounded-field bg-crema p-4 sm:grid-cols-[auto_1fr]">
      <svg
        viewBox={`0 0 ${(WIDTH * NARROW).toFixed(2)} ${HEIGHT}`}
        role="img"
        aria-label={isInFrame ? m.admin_pin_at({ at }) : text}
        className="h-36 w-auto rounded-field bg-mar"
      >
        <polygon points={points} className="fill-crema stroke-hoja" strokeWidth="0.06" strokeLinejoin="round" />
        {isInFrame && (
          <g transform={`translate(${x(longitude)} ${y(latitude)})`}>
            <path
              d="M0 0C-.45-.55-.42-1.1 0-1.1S.45-.55 0 0z"
              className="fill-guayaba stroke-white"
              strokeWidth="0.06"
            />
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
