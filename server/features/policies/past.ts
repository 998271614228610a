import type { BaseDeps } from '#server/deps.ts';
import { contentAt } from '#server/features/content/service.ts';
import { FACTS_CONTENT } from '#server/features/facts/kinds.ts';
import { SHIPPING_CONTENT } from '#server/features/shipping/rules.ts';
import { toPlainText } from '#server/rich-text.ts';
import type { PolicyKind } from '#shared/content/policy-page.ts';
import type { Language } from '#shared/core/language.ts';
import { POLICY_CONTENT } from './kinds.ts';
import { partnersOf, policyContent } from './pages.ts';

const KINDS = [...POLICY_CONTENT, ...SHIPPING_CONTENT, ...FACTS_CONTENT];

/** The text of a policy's page at a revision, as plain text. */
export async function policyTextAt(
  { db, config, catalogue }: Pick<BaseDeps, 'db' | 'config' | 'catalogue'>,
  kind: PolicyKind,
  { revision, language }: { revision: number; language: Language },
): Promise<string> {
  const shown = { partners: partnersOf(config), products: catalogue().products };
  const { policies } = policyContent(await contentAt({ db }, KINDS, revision), shown);
  const page = policies.find((each) => each.kind === kind);
  return page ? `${page.summary[language]}\n\n${toPlainText(page.body[language])}` : '';
}
