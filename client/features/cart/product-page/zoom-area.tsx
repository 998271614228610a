import { type MouseEvent, type ReactNode, useState } from 'react';
import type { PictureName } from '#shared/content/picture-ref.ts';
import { lazyImport } from '../../../lib/lazy/lazy-import.ts';
import { staticIsland } from '../../../lib/lazy/static-island.tsx';

const ZoomButton = staticIsland(() => import('./zoom-button.tsx'));
const zoomDialog = lazyImport(() => import('./zoom-dialog.tsx'));

type Props = { pictures: readonly PictureName[]; className: string; children: ReactNode };

/** Surrounds a gallery. A press on the picture, or on the zoom button, opens the picture in full size. */
export function ZoomArea({ pictures, className, children }: Props) {
  const [first, setFirst] = useState<number | null>(null);
  const Dialog = zoomDialog.loaded()?.default;
  function onClick({ target, currentTarget }: MouseEvent) {
    const button = (target as Element).closest('button');
    if (button ? !button.matches('[data-zoom]') : !(target instanceof HTMLImageElement)) return;
    const thumbnails = [...currentTarget.querySelectorAll('[aria-current]')];
    const shown = thumbnails.findIndex((each) => each.matches('[aria-current=true]'));
    // If the code fails to load, the picture stays as it is.
    zoomDialog.load().then(
      () => setFirst(Math.max(0, shown)),
      () => {},
    );
  }
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the zoom button inside does the same */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: a key on the button is a click */}
      <div className={`relative ${className}`} onClick={onClick}>
        {children}
        <ZoomButton />
      </div>
      {first !== null && Dialog && <Dialog pictures={pictures} first={first} onClose={() => setFirst(null)} />}
    </>
  );
}
