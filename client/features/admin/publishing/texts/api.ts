import { useQuery } from '@tanstack/react-query';
import * as m from '#messages';
import type { AdminText, ChangedText, TextChange } from '#shared/content/texts.ts';
import { FALLBACK_LANGUAGE } from '#shared/core/language.ts';
import { callApi } from '../../../../lib/api-client.ts';
import { getLanguage } from '../../../../lib/language.ts';
import { adminKeys } from '../../keys.ts';
import { useContentChange } from '../use-content-change.ts';

const [PATH] = adminKeys.texts;

export function useTexts() {
  return useQuery<AdminText[]>({ queryKey: adminKeys.texts });
}

export const useSaveText = () =>
  useContentChange<ChangedText>({
    store: (client, saved) =>
      client.setQueryData<AdminText[]>(adminKeys.texts, (rows = []) =>
        rows.map((row) => (row.key === saved.key ? saved : row)),
      ),
    undo: (saved) => m.admin_undo_policy({ name: saved[getLanguage()] || saved[FALLBACK_LANGUAGE] }),
    failed: m.admin_text_not_saved,
  });

export const putText = (key: string, payload: TextChange) =>
  callApi<ChangedText>(`${PATH}/${key}`, { method: 'PUT', payload });

/** Brings the brand's own sentence back. */
export const deleteText = ({ key, version }: AdminText) =>
  callApi<ChangedText>(`${PATH}/${key}?version=${version}`, { method: 'DELETE' });
