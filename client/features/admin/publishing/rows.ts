/** Path segments of the rules of shipping, of the facts and of the look, beside the kinds of policies. */
export const RULES_ROW = 'shipping-rules';
export const FACTS_ROW = 'facts';
export const LOOK_ROW = 'look';
