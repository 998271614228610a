import { useEffect } from 'react';
import { STORES_CHANNEL } from '../../lib/query-keys.ts';

/**
 * Refetches a displayed list when its tab becomes visible and when the admin in this browser has changed a store. An
 * unchanged list is a 304 without a body; there is no refetch on focus and no polling (docs/specification.md#fetching).
 */
export function useStoreChanges(refetch: () => unknown): void {
  useEffect(() => {
    const refresh = () => void refetch();
    const onVisible = () => document.visibilityState === 'visible' && refresh();
    const channel = 'BroadcastChannel' in window ? new BroadcastChannel(STORES_CHANNEL) : null;
    channel?.addEventListener('message', refresh);
    document.addEventListener('visibilitychange', onVisible);
    return () => {
      channel?.close();
      document.removeEventListener('visibilitychange', onVisible);
    };
  }, [refetch]);
}
