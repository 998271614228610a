import type { PointerEvent } from 'react';
import * as m from '#messages';
import type { Media } from '#shared/content/media.ts';
import { thumbnailOf } from './media-library.ts';

type Props = {
  media: Media;
  /** In per cent from the left and from the top. */
  point: readonly [number, number];
  onChange: (point: [number, number]) => void;
};

/** Aspect ratios of the site's narrow and wide frames. */
const FRAMES = ['1 / 1', '4 / 3', '16 / 9', '3 / 4'];

/** Sets the point that stays in view, by a press on the picture or by two sliders for keyboards. */
export default function FocalPoint({ media, point: [x, y], onChange }: Props) {
  const src = thumbnailOf(media.id, media, 960);
  const onPointer = (event: PointerEvent<HTMLElement>) => {
    if (event.type === 'pointermove' && event.buttons === 0) return;
    const { left, top, width, height } = event.currentTarget.getBoundingClientRect();
    event.currentTarget.setPointerCapture(event.pointerId);
    onChange([perCent((event.clientX - left) / width), perCent((event.clientY - top) / height)]);
  };
  const slider = (label: string, value: number, set: (value: number) => void) => (
    <label className="text-sm">
      {label}
      <input
        type="range"
        min={0}
        max={100}
        value={value}
        className="block min-h-11 w-full accent-brand"
        onChange={(event) => set(Number(event.target.value))}
      />
    </label>
  );
  return (
    <fieldset className="grid gap-3">
      <legend className="font-semibold">{m.admin_picture_focal()}</legend>
      <p className="text-sm text-ink-soft">{m.admin_picture_focal_hint()}</p>
      <div className="grid items-start gap-4 sm:grid-cols-[1fr_11rem]">
        <div
          className="relative cursor-crosshair touch-none justify-self-start"
          onPointerDown={onPointer}
          onPointerMove={onPointer}
        >
          <img src={src} alt="" draggable={false} className="block max-h-88 max-w-full rounded-field" />
          <span
            aria-hidden="true"
            className="pointer-events-none absolute -mt-4 -ml-4 size-8 rounded-full border-3 border-[#fff] shadow-[0_0_0_2px_#1d1d1f,inset_0_0_0_2px_#1d1d1f]"
            style={{ left: `${x}%`, top: `${y}%` }}
          />
        </div>
        <div className="grid gap-3">
          {slider(m.admin_picture_from_left(), x, (value) => onChange([value, y]))}
          {slider(m.admin_picture_from_top(), y, (value) => onChange([x, value]))}
          <div aria-hidden="true" className="flex flex-wrap gap-[0.4rem]">
            {FRAMES.map((frame) => (
              <img
                key={frame}
                src={src}
                alt=""
                className="h-13 w-auto rounded-[0.3rem] object-cover"
                style={{ aspectRatio: frame, objectPosition: `${x}% ${y}%` }}
              />
            ))}
          </div>
        </div>
      </div>
    </fieldset>
  );
}

const perCent = (share: number) => Math.round(Math.min(1, Math.max(0, share)) * 100);
