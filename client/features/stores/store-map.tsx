import { useRef } from 'react';
import { finderMap } from '#brand/map.ts';
import * as m from '#messages';
import type { PublicStoreLocation } from '#shared/stores/stores.ts';
import { useLanguage } from '../../lib/language.ts';
import { Button } from '../../ui/button.tsx';
import { DrawnMap } from './drawn-map.tsx';
import { mapEmbedUrl, mapLinkUrl } from './map-address.ts';

type Props = {
  store: PublicStoreLocation | null;
  /** Whether the map is in its store's card, whose name labels it. Otherwise it has its own label. */
  isInCard?: boolean;
  /**
   * Whether the visitor has asked for the map or for a store's location. Before that, the map's host is not contacted.
   */
  isAsked: boolean;
  onAsk: () => void;
  /** Pins of the drawn map, which is shown before that. */
  stores?: readonly PublicStoreLocation[];
  onChoose?: (id: string) => void;
};

/**
 * The selected store at zoom 15, or the brand's default location, once the visitor asks for it. A plain link is for
 * visitors who block the frame.
 */
export function StoreMap({ store, isInCard = false, isAsked, onAsk, stores = [], onChoose = () => {} }: Props) {
  const language = useLanguage();
  const figure = useRef<HTMLElement>(null);
  const address = store?.address ?? null;
  const title = store ? m.stores_map_of({ name: store.name, address: store.address }) : m.stores_map_default();
  const shape = `w-full ${
    isInCard
      ? 'h-[min(16rem,40svh)] rounded-field'
      : 'h-[min(20rem,50svh)] rounded-card border-4 border-white shadow-card lg:h-[min(34rem,calc(100svh-14rem))]'
  }`;
  return (
    <figure ref={figure} tabIndex={-1} className={isInCard ? 'relative col-span-full mt-4' : 'lg:sticky lg:top-28'}>
      {isAsked ? (
        <iframe
          // Changing a frame's URL would add a step to the Back button; a new frame does not.
          key={`${address} ${language}`}
          src={mapEmbedUrl(address, language)}
          title={title}
          loading="lazy"
          referrerPolicy="no-referrer"
          className={`block bg-second-light ${shape}`}
        />
      ) : (
        <MapPlaceholder
          title={title}
          shape={shape}
          stores={stores}
          onChoose={onChoose}
          onShow={() => {
            // The focused button disappears.
            figure.current?.focus({ preventScroll: true });
            onAsk();
          }}
        />
      )}
      <figcaption className="mt-2">
        {store && !isInCard && (
          <p className="leading-snug">
            <span className="block font-display text-[1.2rem] text-brand">{store.name}</span>
            <span>{store.address}</span>
          </p>
        )}
        <a
          href={mapLinkUrl(address)}
          target="_blank"
          rel="noopener noreferrer"
          className="link inline-flex min-h-11 items-center text-sm"
        >
          {m.stores_map_open()}
        </a>
      </figcaption>
    </figure>
  );
}

type PlaceholderProps = Required<Pick<Props, 'stores' | 'onChoose'>> & {
  title: string;
  /** Classes for its size. */
  shape: string;
  onShow: () => void;
};

/** The drawn map, or an empty box, with the button that loads the map from its host. */
function MapPlaceholder({ title, shape, stores, onChoose, onShow }: PlaceholderProps) {
  return (
    <div
      className={`flex flex-col overflow-hidden ${shape} ${finderMap ? 'bg-white max-lg:h-[min(30rem,75svh)]' : 'bg-second-light'}`}
    >
      {finderMap && (
        <div className="min-h-0 grow overflow-hidden bg-second-light">
          <DrawnMap map={finderMap} stores={stores} onChoose={onChoose} />
        </div>
      )}
      <div
        className={
          finderMap
            ? 'relative flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-3'
            : 'grid grow content-center justify-items-center gap-4 p-6 text-center'
        }
      >
        <p className="max-w-[34ch] text-balance">{m.stores_map_note()}</p>
        <Button size={finderMap ? 'small' : undefined} aria-label={`${m.stores_map_show()}: ${title}`} onClick={onShow}>
          {m.stores_map_show()}
        </Button>
      </div>
    </div>
  );
}
