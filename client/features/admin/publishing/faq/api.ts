import { useQuery } from '@tanstack/react-query';
import * as m from '#messages';
import type { AdminFaq, ChangedFaq, FaqChange } from '#shared/content/faq.ts';
import { callApi } from '../../../../lib/api-client.ts';
import { adminKeys } from '../../keys.ts';
import { useContentChange } from '../use-content-change.ts';

const [PATH] = adminKeys.faq;

export function useFaq() {
  return useQuery<AdminFaq>({ queryKey: adminKeys.faq });
}

export const useSaveFaq = () =>
  useContentChange<ChangedFaq>({
    store: (client, saved) => client.setQueryData<AdminFaq>(adminKeys.faq, saved),
    undo: m.admin_faq_undo,
    failed: m.admin_faq_not_saved,
  });

export const putFaq = (payload: FaqChange) => callApi<ChangedFaq>(PATH, { method: 'PUT', payload });

export const deleteFaq = (version: number) => callApi<ChangedFaq>(`${PATH}?version=${version}`, { method: 'DELETE' });
