import * as m from '#messages';
import type { AdminFacts, FactsChange } from '#shared/content/shop-facts.ts';
import { adminKeys } from '../../keys.ts';
import { contentCalls } from '../content-calls.ts';

export const factsCalls = contentCalls<AdminFacts, FactsChange>(adminKeys.facts, {
  undo: m.admin_facts_undo,
  failed: m.admin_facts_not_saved,
});
