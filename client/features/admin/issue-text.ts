import en from '#brand/texts/en/errors.json' with { type: 'json' };
import es from '#brand/texts/es/errors.json' with { type: 'json' };
import type { Language } from '#shared/language.ts';
import { getLanguage } from '../../lib/language.ts';

const tables: Readonly<Record<Language, Record<string, string>>> = { en, es };

/** The text for a schema's code, as the server answers it; `undefined` without an error. */
export function issueText(code: string | undefined): string | undefined {
  if (code === undefined) return undefined;
  const table = tables[getLanguage()];
  return table[`issue_${code}`] ?? table.issue_invalid ?? code;
}
