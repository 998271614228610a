import { alwaysPartners, partnerWords } from '#brand/policies/words.ts';
import type { Config } from '#server/config.ts';
import type { LiveContent } from '#server/features/content/live-content.ts';
import { factsOf } from '#server/features/facts/kinds.ts';
import { shippingRulesOf } from '#server/features/shipping/rules.ts';
import { fillLine, toTextNodes } from '#server/rich-text.ts';
import { PARTNERS, type Partner, POLICY_KINDS, type PolicyList, type PolicyPage } from '#shared/content/policy-page.ts';
import { type PolicyFacts, policyValues } from '#shared/content/policy-values.ts';
import type { OwnText } from '#shared/content/rule-words.ts';
import { forEachLanguage, type Language, type Localized } from '#shared/core/language.ts';
import { heatSentences } from '#shared/shipping/heat-words.ts';
import type { ShippingRules } from '#shared/shipping/rules.ts';
import { type PolicyFields, policyKind, toPolicyFields } from './kinds.ts';

type Snapshot = { items: ReadonlyMap<string, ReadonlyMap<string, Readonly<Record<string, unknown>>>> };

/** The sentence beside the pay button. */
export type RefundRule = (language: Language) => string;

/** The partners that this shop uses. */
export function partnersOf({ stripe, shippo, smtp }: Pick<Config, 'stripe' | 'shippo' | 'smtp'>): Partner[] {
  const isUsed: Readonly<Record<Partner, boolean>> = {
    stripe: stripe !== undefined,
    shippo: shippo !== undefined,
    mail: smtp !== undefined,
  };
  return PARTNERS.filter((partner) => isUsed[partner]);
}

/**
 * Data recipients and products on sale, which policies mention besides rules and facts; `own` is the owner's wording of
 * rule texts.
 */
type Shown = {
  partners: readonly Partner[];
  products: readonly { id: string; name: Localized }[];
  own?: OwnText | undefined;
};

/** The policies as pages show them, and the refund rule in one line. `null`: nothing is saved. */
export function policyContent(
  snapshot: Snapshot | null,
  shown: Shown,
): { policies: PolicyPage[]; refundRule: Localized } {
  const known = { ...shown, shipping: shippingRulesOf(snapshot), facts: factsOf(snapshot) };
  const policies = POLICY_KINDS.map((kind) => toPage(kind, fieldsOf(snapshot, kind), known));
  return { policies, refundRule: refundRuleOf(snapshot, shown.own) };
}

/** The published refund rule, for mails and for storing with an order. @param own as in `Shown`, of the same content */
export function refundRuleIn(content: Pick<LiveContent, 'current'>, own: OwnText): RefundRule {
  // Each checkout reads it twice; a snapshot never changes.
  const known = new WeakMap<Snapshot, Localized>();
  return (language) => {
    const snapshot = content.current();
    const rule = known.get(snapshot) ?? refundRuleOf(snapshot, own);
    known.set(snapshot, rule);
    return rule[language];
  };
}

function refundRuleOf(snapshot: Snapshot | null, own: OwnText | undefined): Localized {
  const { summary } = fieldsOf(snapshot, 'refunds');
  const known = { shipping: shippingRulesOf(snapshot), facts: factsOf(snapshot), own };
  return forEachLanguage((language) => fillLine(summary[language], policyValues(language, known)));
}

function fieldsOf(snapshot: Snapshot | null, kind: string): PolicyFields {
  return toPolicyFields(snapshot?.items.get(policyKind.kind)?.get(kind) ?? policyKind.defaults.get(kind) ?? {});
}

type Known = PolicyFacts & { shipping: ShippingRules };

function toPage(
  kind: PolicyPage['kind'],
  fields: PolicyFields,
  { partners, products, ...shop }: Known & Shown,
): PolicyPage {
  const { summary, body, updatedOn, isSample } = fields;
  const words = [...partners.map((partner) => partnerWords[partner]), ...alwaysPartners];
  return {
    kind,
    summary: forEachLanguage((language) => fillLine(summary[language], policyValues(language, shop))),
    body: forEachLanguage((language) =>
      toTextNodes(body[language], {
        values: policyValues(language, shop),
        lists: {
          partners: words.map((each) => each[language]),
          heatRules: heatSentences(shop.shipping.heat, products, language, shop.own),
        } satisfies Record<PolicyList, readonly string[]>,
      }),
    ),
    updatedOn,
    isSample,
  };
}
