import { type KeyboardEvent, type PointerEvent, useEffect, useId, useRef, useState } from 'react';
import * as m from '#messages';
import type { Place } from '#shared/stores/stores.ts';
import { milesBetween, type Point } from '../../../lib/places/miles-between.ts';
import { readZipAreas } from '../../../lib/places/zip-areas.ts';
import { formatCoordinates } from './coordinate.ts';
import { PinGround, PinNames, PinScale, styleOf } from './pin-ground.tsx';
import {
  ASPECT,
  canZoom,
  cleanPlace,
  isSamePlace,
  mapOf,
  type PinView,
  showing,
  stepOf,
  viewOf,
  zipInAddress,
  zoomed,
} from './pin-view.ts';

const zips = readZipAreas();
/** A pin farther from the centre of its ZIP code's area is probably wrong; areas of towns are smaller. */
const MAX_ZIP_MILES = 10;

type Props = {
  /** `null`: not set yet. */
  place: Place | null;
  address: string;
  /** Stores that are on the map already. */
  others: readonly Point[];
  error?: string | undefined;
  /** Whether the pin belongs to another address, which the form says. */
  isStale: boolean;
  onMove: (place: Place) => void;
};

/** The store's pin on the shop's own map: pressed, dragged or moved by arrow keys. The link shows the street. */
export default function PinMap({ place, address, others, error, isStale, onMove }: Props) {
  const zip = zipInAddress(address);
  const area = (zip && zips.get(zip)) || null;
  const { view, setView, move } = useView(place, area, onMove);
  const [dragged, setDragged] = useState<Place | null>(null);
  const field = useRef<HTMLDivElement>(null);
  const hint = useId();
  const pin = dragged ?? place;
  const map = mapOf(view);
  const text = pin ? m.admin_pin_at({ at: formatCoordinates(pin.latitude, pin.longitude) }) : m.admin_pin_none();

  /** The place under the pointer; a drag does not leave the map. */
  function placeUnder({ clientX, clientY }: { clientX: number; clientY: number }): Place {
    const { left, top, width, height } = field.current?.getBoundingClientRect() ?? new DOMRect(0, 0, 1, 1);
    const percent = (value: number) => Math.max(0, Math.min(100, value * 100));
    return cleanPlace(
      map.positionAt({ left: percent((clientX - left) / width), top: percent((clientY - top) / height) }),
    );
  }
  const zoom = (direction: 'in' | 'out') => setView(zoomed(view, place, direction));
  function onKeyDown(event: KeyboardEvent) {
    const next = stepOf(event.key, event.shiftKey, place ?? view.centre, view);
    if (next) move(next);
    else if (event.key === '+' || event.key === '=') zoom('in');
    else if (event.key === '-') zoom('out');
    else return;
    event.preventDefault();
  }
  return (
    <section aria-label={m.admin_pin_map()} className="grid gap-2">
      <p id={hint} className="text-[0.92rem] text-ink-soft">
        {m.admin_pin_hint()}
      </p>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keyboard sets and moves the pin by its own button */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: likewise */}
      <div
        ref={field}
        data-pin-map
        className="relative cursor-crosshair overflow-hidden rounded-field bg-second-light text-ink select-none"
        style={{ aspectRatio: ASPECT }}
        onClick={(event) => move(placeUnder(event))}
      >
        <PinGround view={view} />
        <PinNames view={view} zips={zips} zip={zip} />
        {others.map((other) => (
          <Dot key={`${other.latitude} ${other.longitude}`} at={map.place(other)} />
        ))}
        <PinScale view={view} />
        <PinButton
          at={pin ? map.place(pin) : CENTRE}
          isSet={pin !== null}
          error={error}
          label={pin ? text : m.admin_pin_set()}
          hint={hint}
          onPress={() => place === null && move(cleanPlace(view.centre))}
          onKeyDown={onKeyDown}
          onDrag={(event) => setDragged(placeUnder(event))}
          onDrop={() => {
            if (dragged) move(dragged);
            setDragged(null);
          }}
          onCancel={() => setDragged(null)}
        />
        <ZoomButtons view={view} onZoom={zoom} />
      </div>
      <PinFacts place={pin} text={text} />
      {error && (
        <p role="alert" className="font-semibold text-brand">
          {error}
        </p>
      )}
      {pin && zip && area && !isStale && <FarNote miles={milesBetween(pin, area)} zip={zip} />}
    </section>
  );
}

const CENTRE = { left: 50, top: 50 };

type ZoomProps = { view: PinView; onZoom: (direction: 'in' | 'out') => void };

function ZoomButtons({ view, onZoom }: ZoomProps) {
  return (
    <div className="absolute top-2 right-2 grid gap-1">
      {(['in', 'out'] as const).map((direction) => (
        <button
          key={direction}
          type="button"
          className="icon-button border border-line bg-ground text-xl leading-none disabled:opacity-50"
          aria-label={direction === 'in' ? m.admin_pin_nearer() : m.admin_pin_farther()}
          data-tooltip
          disabled={!canZoom(view, direction)}
          onClick={(event) => {
            event.stopPropagation();
            onZoom(direction);
          }}
        >
          <span aria-hidden="true">{direction === 'in' ? '+' : '−'}</span>
        </button>
      ))}
    </div>
  );
}

/**
 * The visible part of the map. It follows a pin moved to its edge, typed or found coordinates, and, without a pin, the
 * ZIP code of the address.
 */
function useView(place: Place | null, area: Point | null, onMove: (place: Place) => void) {
  const target = place ?? area;
  const [view, setView] = useState(() => viewOf(target));
  const [seen, setSeen] = useState(target);
  if (!isSamePlace(seen, target)) {
    setSeen(target);
    setView(viewOf(target));
  }
  return {
    view,
    setView,
    move: (next: Place) => {
      setSeen(next);
      setView(showing(view, next));
      onMove(next);
    },
  };
}

type PinButtonProps = {
  /** In per cent of the map; `null` outside of it. */
  at: { left: number; top: number } | null;
  isSet: boolean;
  /** Takes the focus when it comes. */
  error: string | undefined;
  label: string;
  hint: string;
  onPress: () => void;
  onKeyDown: (event: KeyboardEvent) => void;
  onDrag: (event: { clientX: number; clientY: number }) => void;
  onDrop: () => void;
  onCancel: () => void;
};

/** How far a pointer moves before it drags, in CSS pixels. */
const SLACK = 4;

function PinButton({ at, isSet, error, label, hint, onPress, onKeyDown, onDrag, onDrop, onCancel }: PinButtonProps) {
  /** Where the pointer grabbed the pin, and its distance from the pin's point. */
  const grip = useRef<{ x: number; y: number; dx: number; dy: number; isMoved: boolean } | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (error) button.current?.focus();
  }, [error]);
  if (!at) return null;
  function onPointerDown(event: PointerEvent<HTMLButtonElement>) {
    if (!isSet || event.button !== 0) return;
    const { left, width, bottom } = event.currentTarget.getBoundingClientRect();
    const [x, y] = [event.clientX, event.clientY];
    grip.current = { x, y, dx: left + width / 2 - x, dy: bottom - y, isMoved: false };
    event.currentTarget.setPointerCapture(event.pointerId);
  }
  function onPointerMove({ clientX, clientY }: PointerEvent) {
    const held = grip.current;
    if (!held) return;
    held.isMoved ||= Math.hypot(clientX - held.x, clientY - held.y) > SLACK;
    if (held.isMoved) onDrag({ clientX: clientX + held.dx, clientY: clientY + held.dy });
  }
  return (
    <button
      ref={button}
      type="button"
      aria-label={label}
      aria-describedby={hint}
      className={`absolute grid size-11 -translate-x-1/2 -translate-y-full touch-none justify-items-center rounded-full ${
        isSet ? 'cursor-grab active:cursor-grabbing' : 'cursor-pointer'
      }`}
      style={styleOf(at)}
      onClick={(event) => {
        event.stopPropagation();
        onPress();
      }}
      onKeyDown={onKeyDown}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={() => {
        if (grip.current?.isMoved) onDrop();
        grip.current = null;
      }}
      onPointerCancel={() => {
        grip.current = null;
        onCancel();
      }}
    >
      <svg aria-hidden="true" viewBox="0 0 24 32" className="pointer-events-none h-11 w-8">
        <path
          d="M12 31C3 20 1.500 16 1.500 12a10.500 10.500 0 0 1 21 0c0 4-1.500 8-10.500 19z"
          strokeWidth="2"
          {...(isSet
            ? { className: 'fill-brand stroke-white' }
            : { className: 'fill-white/80 stroke-brand', strokeDasharray: '3 2' })}
        />
        {isSet && <circle cx="12" cy="12" r="4" className="fill-white" />}
      </svg>
    </button>
  );
}

const Dot = ({ at }: { at: { left: number; top: number } | null }) =>
  at && (
    <span
      aria-hidden="true"
      className="pointer-events-none absolute size-2.5 -translate-x-1/2 -translate-y-1/2 rounded-full border-2 border-white bg-second-dark"
      style={styleOf(at)}
    />
  );

function PinFacts({ place, text }: { place: Place | null; text: string }) {
  return (
    <p className="flex flex-wrap items-center gap-x-4 text-[0.92rem]">
      <span aria-live="polite" className="font-semibold">
        {text}
      </span>
      {place && (
        <a
          className="text-button"
          target="_blank"
          rel="noreferrer"
          href={`https://www.openstreetmap.org/?mlat=${place.latitude}&mlon=${place.longitude}#map=17/${place.latitude}/${place.longitude}`}
        >
          {m.admin_pin_open()}
        </a>
      )}
    </p>
  );
}

/** A warning, since a ZIP code may be wrong, or its area large. */
const FarNote = ({ miles, zip }: { miles: number; zip: string }) =>
  miles > MAX_ZIP_MILES && (
    <p role="status" className="font-semibold text-brand">
      {m.admin_pin_far({ miles: Math.round(miles).toString(), code: zip })}
    </p>
  );
