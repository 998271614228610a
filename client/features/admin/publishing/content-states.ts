import * as m from '#messages';
import type { AdminPolicy } from '#shared/content/policies.ts';
import type { StatusLabels } from '../kit/labels.ts';

export const policyStates: StatusLabels<'sample' | 'draft' | 'own'> = {
  sample: { tone: 'yellow', label: m.admin_policy_sample },
  draft: { tone: 'blue', label: m.admin_product_unpublished },
  own: { tone: 'green', label: m.admin_policy_own },
};
export const policyState = ({ changed, isSample }: AdminPolicy) =>
  changed.length > 0 ? 'draft' : isSample ? 'sample' : 'own';

/** The states of sentences and of pictures on the pages. */
export const contentStates: StatusLabels<'default' | 'draft' | 'custom'> = {
  default: { tone: 'yellow', label: m.admin_text_default },
  draft: { tone: 'blue', label: m.admin_product_unpublished },
  custom: { tone: 'green', label: m.admin_text_custom },
};
export const contentState = ({ changed, isCustom }: { changed: readonly unknown[]; isCustom: boolean }) =>
  changed.length > 0 ? 'draft' : isCustom ? 'custom' : 'default';
