import * as m from '#messages';
import { POLICY_KINDS, type PolicyKind, policyPath } from '#shared/content/policy-page.ts';

export const policyNames: Readonly<Record<PolicyKind, () => string>> = {
  refunds: m.policy_refunds,
  shipping: m.policy_shipping,
  privacy: m.policy_privacy,
  terms: m.policy_terms,
  accessibility: m.policy_accessibility,
};

/** Links to the policies. Each is a separate document, so nothing is preloaded. */
export const policyLinks = POLICY_KINDS.map((kind) => ({ kind, href: policyPath(kind), label: policyNames[kind] }));
