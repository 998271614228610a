import * as m from '#messages';
import type { PublicStoreLocation } from '#shared/stores.ts';
import { useLanguage } from '../../lib/language.ts';
import { mapEmbedUrl, mapLinkUrl } from './map-address.ts';

/** The chosen store's place at zoom 15, or the brand's own place; with a plain link for those who block the frame. */
export function StoreMap({ store }: { store: PublicStoreLocation | null }) {
  const language = useLanguage();
  const address = store?.address ?? null;
  return (
    <figure className="lg:sticky lg:top-28">
      <iframe
        // A frame that is given another address would add a step to the Back button; a new frame does not.
        key={`${address} ${language}`}
        src={mapEmbedUrl(address, language)}
        title={store ? m.stores_map_of({ name: store.name, address: store.address }) : m.stores_map_default()}
        loading="lazy"
        referrerPolicy="no-referrer"
        className="block h-80 w-full rounded-card border-4 border-white bg-mar shadow-card lg:h-[34rem]"
      />
      <figcaption className="mt-3">
        <a href={mapLinkUrl(address)} target="_blank" rel="noopener noreferrer" className="link text-sm">
          {m.stores_map_open()}
        </a>
      </figcaption>
    </figure>
  );
}
