import { useEffect, useState } from 'react';
import * as m from '#messages';
import type { Product } from '#shared/catalogue/products.ts';
import type { Arrival } from '#shared/checkout/checkout.ts';
import { callApi } from '../../../lib/api-client.ts';
import { useLanguage } from '../../../lib/language.ts';
import { rememberedZip } from '../../../lib/remembered-zip.ts';
import { shipDays } from '../../../lib/ship-days.ts';
import { arrivalText, StockText } from './stock-line.tsx';

/** Changes of the quantity within this time cause one call. */
const PAUSE_MS = 250;

/**
 * Availability, and when this quantity arrives if it is ordered now: in the shop's city, or at the ZIP code that this
 * browser remembers. Until that is known, it shows when the product ships.
 */
export default function ArrivalLine({ product, quantity }: { product: Product; quantity: number }) {
  useLanguage();
  const found = useArrival(product.id, quantity);
  return (
    <div aria-live="polite">
      <StockText
        product={product}
        text={
          found?.arrivesBy ? arrivalText(found.arrivesBy, found.isFree, found.zip) : m.item_ships({ days: shipDays() })
        }
      />
    </div>
  );
}

/** The answer for this quantity, or the previous one while it is loading. `null` without an answer. */
function useArrival(product: string, quantity: number) {
  const [found, setFound] = useState<(Arrival & { zip: string | undefined }) | null>(null);
  useEffect(() => {
    const leave = new AbortController();
    const timer = setTimeout(() => {
      const zip = rememberedZip();
      const query = new URLSearchParams({ product, quantity: String(quantity), ...(zip && { zip }) });
      callApi<Arrival>(`/api/arrival?${query}`, { signal: leave.signal }).then(
        (arrival) => setFound({ ...arrival, zip }),
        () => leave.signal.aborted || setFound(null),
      );
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      leave.abort();
    };
  }, [product, quantity]);
  return found;
}
