import { QueryClient } from '@tanstack/react-query';
import { callApi } from './api-client.ts';

/**
 * No retry, no refetch on focus, no polling, never stale (docs/specification.md#fetching). Offline, a call fails at
 * once instead of waiting. A query without its own function is a GET of its key's segments joined with a slash.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        queryFn: ({ queryKey, signal }) => callApi(queryKey.join('/'), { signal }),
        networkMode: 'always',
        retry: false,
        refetchOnWindowFocus: false,
        refetchInterval: false,
        staleTime: Number.POSITIVE_INFINITY,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  });
}
