import * as m from '#messages';
import type { PublicStoreLocation } from '#shared/stores.ts';
import { useLanguage } from '../../lib/language.ts';
import { mapEmbedUrl, mapLinkUrl } from './map-address.ts';

type Props = {
  store: PublicStoreLocation | null;
  /** In the card of its store, which names it; otherwise the map has its own label. */
  isInCard?: boolean;
};

/** The selected store at zoom 15, or the brand's default place; with a plain link for visitors who block the frame. */
export function StoreMap({ store, isInCard = false }: Props) {
  const language = useLanguage();
  const address = store?.address ?? null;
  return (
    <figure className={isInCard ? 'relative col-span-full mt-4' : 'lg:sticky lg:top-28'}>
      <iframe
        // Changing a frame's URL would add a step to the Back button; a new frame does not.
        key={`${address} ${language}`}
        src={mapEmbedUrl(address, language)}
        title={store ? m.stores_map_of({ name: store.name, address: store.address }) : m.stores_map_default()}
        loading="lazy"
        referrerPolicy="no-referrer"
        className={`block w-full bg-mar ${
          isInCard
            ? 'h-[min(16rem,40svh)] rounded-field'
            : 'h-[min(20rem,50svh)] rounded-card border-4 border-white shadow-card lg:h-[min(34rem,calc(100svh-14rem))]'
        }`}
      />
      <figcaption className="mt-2">
        {store && !isInCard && (
          <p className="leading-snug">
            <span className="block font-display text-[1.2rem] text-guayaba">{store.name}</span>
            {store.address}
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
