import { useQuery } from '@tanstack/react-query';
import * as m from '#messages';
import type { AdminText, TextChange } from '#shared/content/texts.ts';
import { FALLBACK_LANGUAGE } from '#shared/core/language.ts';
import { getLanguage } from '../../../../lib/language.ts';
import { adminKeys } from '../../keys.ts';
import { contentCalls } from '../content-calls.ts';

export function useTexts() {
  return useQuery<AdminText[]>({ queryKey: adminKeys.texts });
}

export const textCalls = contentCalls<AdminText, TextChange>(adminKeys.texts, {
  idOf: ({ key }) => key,
  undo: (saved) => m.admin_undo_policy({ name: saved[getLanguage()] || saved[FALLBACK_LANGUAGE] }),
  failed: m.admin_text_not_saved,
});
