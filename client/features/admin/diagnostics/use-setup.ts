import { useQuery } from '@tanstack/react-query';
import type { Setup } from '#shared/admin/diagnostics.ts';
import { callApi } from '../../../lib/api-client.ts';
import { useLanguage } from '../../../lib/language.ts';
import { adminKeys } from '../keys.ts';

/** The results of all checks; fetched again each time, because they describe the current state. */
export function useSetup() {
  const language = useLanguage();
  return useQuery<Setup>({
    queryKey: [...adminKeys.setup, language],
    queryFn: ({ signal }) => callApi(`${adminKeys.setup[0]}?lang=${language}`, { signal }),
    staleTime: 0,
    gcTime: 0,
    placeholderData: (before) => before,
  });
}
