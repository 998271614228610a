/** Path segments of the rules of shipping and of the facts, beside the kinds of policies. */
export const RULES_ROW = 'shipping-rules';
export const FACTS_ROW = 'facts';
