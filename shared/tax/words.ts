import { STATE_NAMES } from '#brand/state-names.ts';
import { type OwnText, ruleText } from '#shared/content/rule-words.ts';
import type { Language, Localized } from '#shared/core/language.ts';
import type { TaxLine } from './lines.ts';

/**
 * The reason of an order's tax, as its customer reads it behind "Sales tax": `Texas, 8.25%`; '' if nothing was charged.
 * A provider's tax combines several rates, so none is named.
 */
export function taxReasonText(line: TaxLine | undefined, language: Language, own?: OwnText): string {
  if (!line || Number(line.amount) === 0) return '';
  if (line.reason === 'exempt') return ruleText('taxExempt', language, { own });
  const names: Readonly<Record<string, Localized>> = STATE_NAMES;
  const state = names[line.name]?.[language] ?? line.name;
  const why =
    line.reason === 'calculated' ? state : ruleText('taxRated', language, { values: { state, rate: line.rate }, own });
  return line.isFixed ? ruleText('taxFixed', language, { values: { why }, own }) : why;
}
