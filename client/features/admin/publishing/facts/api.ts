import * as m from '#messages';
import type { AdminFacts, ChangedFacts, FactsChange } from '#shared/content/shop-facts.ts';
import { callApi } from '../../../../lib/api-client.ts';
import { adminKeys } from '../../keys.ts';
import { useContentChange } from '../use-content-change.ts';

const [PATH] = adminKeys.facts;

export const useSaveFacts = () =>
  useContentChange<ChangedFacts>({
    store: (client, saved) => client.setQueryData<AdminFacts>(adminKeys.facts, saved),
    undo: m.admin_facts_undo,
    failed: m.admin_facts_not_saved,
  });

export const putFacts = (payload: FactsChange) => callApi<ChangedFacts>(PATH, { method: 'PUT', payload });

export const deleteFacts = (version: number) =>
  callApi<ChangedFacts>(`${PATH}?version=${version}`, { method: 'DELETE' });
