import { useCallback, useEffect, useState } from 'react';
import type { OrderStatusView } from '#shared/orders/status.ts';
import { ApiError } from '../../lib/api-client.ts';
import { preferredLanguage, showLanguage } from '../../lib/language.ts';
import { isPayLink, orderToken, readOrder } from './order-api.ts';

/** `find`: the URL is that of the form that finds an order; `link`: of a link to pay one. */
export type OrderState = 'loading' | 'missing' | 'failed' | 'find' | 'link' | OrderStatusView;

/** The last segment of that form's URL, where others have an order's secret. */
const FIND = 'find';

/** The order of the page's URL. The page uses the order's language while it is open. */
export function useOrder(): { order: OrderState; retry: () => void; show: (order: OrderStatusView) => void } {
  const [order, setOrder] = useState<OrderState>('loading');
  const load = useCallback((signal?: AbortSignal) => {
    if (orderToken() === FIND) return setOrder('find');
    if (isPayLink()) return setOrder('link');
    setOrder('loading');
    readOrder(signal).then(
      (found) => {
        showLanguage(found.language);
        setOrder(found);
      },
      (error: unknown) => {
        if (!signal?.aborted) setOrder(error instanceof ApiError && error.status === 404 ? 'missing' : 'failed');
      },
    );
  }, []);
  useEffect(() => {
    const controller = new AbortController();
    load(controller.signal);
    return () => {
      controller.abort();
      showLanguage(preferredLanguage());
    };
  }, [load]);
  return { order, retry: () => load(), show: setOrder };
}
