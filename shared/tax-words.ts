import type { Language, Localized } from './language.ts';
import { STATE_NAMES } from './state-names.ts';
import type { TaxLine } from './tax-lines.ts';

type Wording = { rated: (state: string, rate: string) => string; exempt: string; fixed: string };

const WORDINGS: Readonly<Record<Language, Wording>> = {
  en: {
    rated: (state, rate) => `${state}, ${rate}%`,
    exempt: 'given back for a resale certificate',
    fixed: 'as it was when you bought',
  },
  es: {
    rated: (state, rate) => `${state}, ${rate} %`,
    exempt: 'devuelto por un certificado de reventa',
    fixed: 'como era cuando compraste',
  },
};

/**
 * Why an order has its tax, as its customer reads it behind "Sales tax": `Texas, 8.25%`; '' where nothing was charged. What an outside
 * provider worked out is made of several rates, so none of them is named.
 */
export function taxReasonText(line: TaxLine | undefined, language: Language): string {
  if (!line || Number(line.amount) === 0) return '';
  const { rated, exempt, fixed } = WORDINGS[language];
  if (line.reason === 'exempt') return exempt;
  const names: Readonly<Record<string, Localized>> = STATE_NAMES;
  const state = names[line.name]?.[language] ?? line.name;
  const why = line.reason === 'calculated' ? state : rated(state, line.rate);
  return line.isFixed ? `${why}, ${fixed}` : why;
}
