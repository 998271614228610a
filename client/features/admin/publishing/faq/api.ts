import { useQuery } from '@tanstack/react-query';
import * as m from '#messages';
import type { AdminFaq, FaqChange } from '#shared/content/faq.ts';
import { adminKeys } from '../../keys.ts';
import { contentCalls } from '../content-calls.ts';

export function useFaq() {
  return useQuery<AdminFaq>({ queryKey: adminKeys.faq });
}

export const faqCalls = contentCalls<AdminFaq, FaqChange>(adminKeys.faq, {
  undo: m.admin_faq_undo,
  failed: m.admin_faq_not_saved,
});
