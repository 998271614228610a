import { useEffect } from 'react';
import type { PublicStoreLocation } from '#shared/stores.ts';

/** Most stores that a search engine makes use of. */
const MAX_STORES = 500;

/** Adds the stores to the document as structured data (schema.org Store, with address and place). */
export function useStoreData(stores: readonly PublicStoreLocation[]): void {
  useEffect(() => {
    if (stores.length === 0) return;
    const script = document.createElement('script');
    script.type = 'application/ld+json';
    script.textContent = JSON.stringify({
      '@context': 'https://schema.org',
      '@graph': stores.slice(0, MAX_STORES).map((store) => ({
        '@type': 'Store',
        name: store.name,
        address: store.address,
        geo: { '@type': 'GeoCoordinates', latitude: Number(store.latitude), longitude: Number(store.longitude) },
      })),
    });
    document.head.append(script);
    return () => script.remove();
  }, [stores]);
}
