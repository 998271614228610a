import { issueTexts } from '#brand/texts/tables.ts';
import { getLanguage } from '../../lib/language.ts';

/** The text for a schema's code, as the server answers it; `undefined` without an error. */
export function issueText(code: string | undefined): string | undefined {
  if (code === undefined) return undefined;
  const table: Readonly<Record<string, string>> = issueTexts[getLanguage()];
  return table[`issue_${code}`] ?? table.issue_invalid ?? code;
}
