import { useCallback, useEffect, useState } from 'react';
import type { OrderStatusView } from '#shared/order-status.ts';
import { ApiError, callApi } from '../../lib/api-client.ts';
import { preferredLanguage, showLanguage } from '../../lib/language.ts';

export type OrderState = 'loading' | 'missing' | 'failed' | OrderStatusView;

/** The order of the page's url. The page is shown in the order's language while it is open. */
export function useOrder(): { order: OrderState; retry: () => void } {
  const [order, setOrder] = useState<OrderState>('loading');
  const load = useCallback((signal?: AbortSignal) => {
    setOrder('loading');
    const token = location.pathname.split('/')[2] ?? '';
    callApi<OrderStatusView>(`/api/orders/${token}`, { signal }).then(
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
  return { order, retry: () => load() };
}
