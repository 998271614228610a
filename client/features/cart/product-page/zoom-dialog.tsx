import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import * as m from '#messages';
import type { PictureName } from '#shared/content/picture-ref.ts';
import { Icon } from '../../../ui/icons.tsx';
import { Picture } from '../../../ui/picture.tsx';

type Props = { pictures: readonly PictureName[]; first: number; onClose: () => void };

/** The pictures over the whole window, one at a time. A press enlarges a picture, which then scrolls. */
export default function ZoomDialog({ pictures, first, onClose }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [shown, setShown] = useState(first);
  const [isLarge, setLarge] = useState(false);
  useEffect(() => dialog.current?.showModal(), []);
  const picture = pictures[shown];

  function onKeyDown({ key }: KeyboardEvent) {
    // With an enlarged picture, the arrow keys scroll.
    const by = isLarge ? undefined : { ArrowRight: 1, ArrowLeft: -1 }[key];
    if (by) setShown((shown + by + pictures.length) % pictures.length);
  }

  return (
    <dialog
      ref={dialog}
      aria-label={m.item_zoom_label()}
      onClose={onClose}
      onKeyDown={onKeyDown}
      className="m-0 size-full max-h-none max-w-none bg-ground text-ink"
    >
      <div className="size-full overflow-auto overscroll-contain">
        <button
          type="button"
          aria-pressed={isLarge}
          aria-label={m.item_zoom_larger()}
          onClick={() => setLarge(!isLarge)}
          className={`grid min-h-full place-items-center ${isLarge ? 'w-[220%] cursor-zoom-out!' : 'w-full cursor-zoom-in!'}`}
        >
          {picture && (
            <Picture
              key={picture}
              name={picture}
              sizes="220vw"
              className={isLarge ? 'w-full' : 'max-h-dvh w-full object-contain'}
            />
          )}
        </button>
      </div>
      <button
        type="button"
        aria-label={m.item_zoom_close()}
        onClick={() => dialog.current?.close()}
        className="fixed top-3 right-3 grid size-11 place-items-center rounded-full bg-white text-brand shadow-card hover:bg-tint"
      >
        <Icon name="close" />
      </button>
    </dialog>
  );
}
