import { memo, useId } from 'react';
import { finderMap, storeMap } from '#brand/map.ts';
import * as m from '#messages';
import { cornersOf, pointsOf } from '../../../lib/places/map-frame.ts';
import { milesBetween } from '../../../lib/places/miles-between.ts';
import { ASPECT, mapOf, type PinView } from './pin-view.ts';

/** In degrees: hides the edges at which the finder's land is cut off, because they look like a coast. */
const MARGIN = 0.01;
/** The drawing of the finder's map; coasts beyond it are coarser. `null` without such a map. */
const DETAIL = finderMap && boundsOf(finderMap.land);

function boundsOf(land: readonly string[]) {
  const corners = land.flatMap(pointsOf);
  const [longitudes, latitudes] = [corners.map(([x]) => x), corners.map(([, y]) => y)];
  return {
    west: Math.min(...longitudes) + MARGIN,
    east: Math.max(...longitudes) - MARGIN,
    south: Math.min(...latitudes) + MARGIN,
    north: Math.max(...latitudes) - MARGIN,
  };
}

/** In taller views, as a multiple of the drawing's height, its borders would merge into a dark spot. */
const MAX_DETAIL = 4;
const LAND = 'fill-ground stroke-line';

/** Land and water of a view: the region's outline, and over it the finder's own map. */
export const PinGround = memo(function PinGround({ view }: { view: PinView }) {
  const clip = useId();
  const map = mapOf(view);
  const { width, height } = map.size;
  const ring = (points: string) => (
    <polygon
      key={points}
      points={cornersOf(points, map)}
      strokeWidth="1.5"
      strokeLinejoin="round"
      vectorEffect="non-scaling-stroke"
      className={LAND}
    />
  );
  return (
    <svg aria-hidden="true" viewBox={`0 0 ${width} ${height}`} className="absolute inset-0 size-full">
      {ring(storeMap.outline)}
      {finderMap && DETAIL && view.height <= finderMap.height * MAX_DETAIL && (
        <>
          <clipPath id={clip}>
            <Box {...DETAIL} map={map} />
          </clipPath>
          <g clipPath={`url(#${clip})`}>
            <Box {...DETAIL} map={map} />
            {finderMap.land.map(ring)}
          </g>
        </>
      )}
    </svg>
  );
});

type BoxProps = NonNullable<typeof DETAIL> & { map: ReturnType<typeof mapOf> };

const Box = ({ west, east, south, north, map: { x, y } }: BoxProps) => (
  <rect x={x(west)} y={y(north)} width={x(east) - x(west)} height={y(south) - y(north)} className="fill-second-light" />
);

/** In taller views the names would overlap. */
const MAX_TOWN_HEIGHT = (finderMap?.height ?? 0) * 1.2;
const MAX_ZIP_HEIGHT = 0.12;
/** Space around the middle of a name, in per cent of the map. */
const SPACE = { left: 12, top: 6 };

type Spot = { left: number; top: number };
type NamesProps = {
  view: PinView;
  zips: ReadonlyMap<string, { latitude: number; longitude: number }>;
  /** The address's own. */
  zip: string | null;
};

/** Names of towns, and in near views the ZIP codes of areas, where there is space. */
export function PinNames({ view, zips, zip }: NamesProps) {
  const { place } = mapOf(view);
  const places = view.height <= MAX_TOWN_HEIGHT ? (finderMap?.places ?? []) : [];
  const towns = places.flatMap(([name, longitude, latitude, side]) => {
    const at = place({ latitude, longitude });
    return at && isFree(at) ? [{ name, at, side }] : [];
  });
  const own = zip && zips.get(zip);
  const others = view.height <= MAX_ZIP_HEIGHT ? [...zips] : [];
  const taken: Spot[] = towns.map(({ at }) => at);
  const codes = [...(zip && own ? [[zip, own] as const] : []), ...others].flatMap(([code, position]) => {
    const at = place(position);
    if (!at || !isFree(at) || taken.some((spot) => isNear(spot, at))) return [];
    taken.push(at);
    return [{ code, at }];
  });
  return (
    <>
      {codes.map(({ code, at }) => (
        <span
          key={code}
          aria-hidden="true"
          className={`${NAME} -translate-x-1/2 -translate-y-1/2 text-[0.75rem] ${code === zip ? 'font-bold' : 'text-ink-soft'}`}
          style={styleOf(at)}
        >
          {code}
        </span>
      ))}
      {towns.map(({ name, at, side }) => (
        <span
          key={name}
          aria-hidden="true"
          className={`${NAME} flex -translate-y-1/2 items-center gap-1.5 text-[0.8rem] font-medium before:size-1.5 before:shrink-0 before:rounded-full before:bg-current ${
            side === 'left' ? '-translate-x-[calc(100%-3px)] flex-row-reverse' : '-translate-x-[3px]'
          }`}
          style={styleOf(at)}
        >
          {name}
        </span>
      ))}
    </>
  );
}

const NAME = 'pointer-events-none absolute leading-none whitespace-nowrap';

/** Whether a name is apart from the edges, the buttons and the scale, also on a phone. */
const isFree = ({ left, top }: Spot) =>
  left > 6 && left < 94 && top > 3 && top < 97 && !(left > 78 && top < 48) && !(left < 36 && top > 84);

const isNear = (a: Spot, b: Spot) => Math.abs(a.left - b.left) < SPACE.left && Math.abs(a.top - b.top) < SPACE.top;

export const styleOf = ({ left, top }: Spot) => ({ left: `${left}%`, top: `${top}%` });

const LENGTHS = [200, 100, 50, 20, 10, 5, 2, 1, 0.5, 0.2, 0.1, 0.05];
/** A share of the map's width. */
const MAX_LENGTH = 0.3;

/** The scale of the map in miles. */
export function PinScale({ view: { centre, height } }: { view: PinView }) {
  const north = { ...centre, latitude: centre.latitude + height };
  const width = milesBetween(centre, north) * ASPECT;
  const miles = LENGTHS.find((length) => length <= width * MAX_LENGTH) ?? 0.05;
  return (
    <span
      aria-hidden="true"
      className="pointer-events-none absolute bottom-2 left-2 border-b-2 border-current px-1 text-[0.75rem] leading-tight"
      style={{ width: `${(miles / width) * 100}%` }}
    >
      {m.stores_miles({ miles: String(miles) })}
    </span>
  );
}
