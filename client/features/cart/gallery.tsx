import { type KeyboardEvent, useRef, useState } from 'react';
import * as m from '#messages';
import type { PictureName } from '#shared/content/picture-ref.ts';
import { Icon } from '../../ui/icons.tsx';
import { StaticPicture } from '../../ui/static-picture.tsx';

type Props = {
  name: string;
  pictures: readonly PictureName[];
  isFirst?: boolean;
  /** The displayed width, as in the `sizes` attribute. */
  sizes?: string;
};

const IN_CARD = '(min-width: 1024px) 26rem, (min-width: 640px) 46vw, 92vw';

/** The pictures in a scrolling row, controlled by swiping, arrows and thumbnails, and usable without script. */
export function Gallery({ name, pictures, isFirst = false, sizes = IN_CARD }: Props) {
  const track = useRef<HTMLDivElement>(null);
  const [shown, setShown] = useState(0);
  const count = pictures.length;

  function show(index: number) {
    const wanted = (index + count) % count;
    const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
    track.current?.scrollTo({ left: wanted * track.current.clientWidth, behavior: isStill ? 'instant' : 'smooth' });
  }
  function onScroll() {
    const element = track.current;
    if (element?.clientWidth) setShown(Math.round(element.scrollLeft / element.clientWidth));
  }
  function onKeyDown(event: KeyboardEvent) {
    const next = { ArrowRight: shown + 1, ArrowLeft: shown - 1, Home: 0, End: count - 1 }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    show(next);
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the arrow keys work from the track and from each thumbnail
    <div onKeyDown={onKeyDown}>
      <div className="group relative overflow-hidden rounded-t-card">
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would announce a form */}
        <div
          ref={track}
          role="group"
          aria-label={m.shop_gallery_label({ name })}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable (WCAG 2.1.1)
          tabIndex={0}
          onScroll={onScroll}
          className="flex aspect-[4/3] lg:aspect-[3/2] snap-x snap-mandatory overflow-x-auto overscroll-x-contain [scrollbar-width:none] [&::-webkit-scrollbar]:hidden"
        >
          {pictures.map((picture, index) => (
            <div key={picture} className="size-full shrink-0 snap-center" aria-hidden={index !== shown}>
              <StaticPicture
                name={picture}
                sizes={sizes}
                isFirst={isFirst && index === 0}
                className="size-full object-cover"
              />
            </div>
          ))}
        </div>
        {count > 1 && (
          <>
            <Arrow side="left" label={m.shop_gallery_previous()} onClick={() => show(shown - 1)} />
            <Arrow side="right" label={m.shop_gallery_next()} onClick={() => show(shown + 1)} />
          </>
        )}
      </div>
      <div className="flex flex-wrap gap-2 px-5 pt-3 empty:hidden sm:px-6">
        {count > 1 && <Thumbnails pictures={pictures} shown={shown} onShow={show} />}
      </div>
    </div>
  );
}

type ThumbnailsProps = { pictures: readonly PictureName[]; shown: number; onShow: (index: number) => void };

function Thumbnails({ pictures, shown, onShow }: ThumbnailsProps) {
  return pictures.map((picture, index) => (
    <button
      key={picture}
      type="button"
      aria-label={m.shop_gallery_show({ number: index + 1, count: pictures.length })}
      aria-current={index === shown}
      onClick={() => onShow(index)}
      className="h-11 min-w-11 max-w-15 flex-1 overflow-hidden rounded-lg border-[3px] border-transparent opacity-75 transition hover:opacity-100 aria-[current=true]:border-(--accent) aria-[current=true]:opacity-100"
    >
      <StaticPicture name={picture} sizes="72px" className="size-full object-cover" isDecorative />
    </button>
  ));
}

function Arrow({ side, label, onClick }: { side: 'left' | 'right'; label: string; onClick: () => void }) {
  return (
    <button
      type="button"
      aria-label={label}
      onClick={onClick}
      className={`absolute top-1/2 hidden size-11 -translate-y-1/2 place-items-center rounded-full bg-white/90 text-brand opacity-0 shadow-card transition focus-visible:opacity-100 group-hover:opacity-100 hover:bg-white pointer-fine:grid ${
        side === 'left' ? 'left-3' : 'right-3'
      }`}
    >
      <Icon name="arrow" className={`size-5 ${side === 'left' ? 'rotate-180' : ''}`} />
    </button>
  );
}
