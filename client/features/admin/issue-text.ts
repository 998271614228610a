import en from '#brand/texts/en/errors.json' with { type: 'json' };
import es from '#brand/texts/es/errors.json' with { type: 'json' };
import { getLanguage } from '../../lib/language.ts';

/** The words for a schema's code, the same that the server answers; `undefined` while nothing is wrong. */
export function issueText(code: string | undefined): string | undefined {
  if (code === undefined) return undefined;
  const table: Record<string, string> = getLanguage() === 'es' ? es : en;
  return table[`issue_${code}`] ?? table.issue_invalid ?? code;
}
