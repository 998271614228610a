import { issueTexts } from '#brand/texts/tables.ts';
import { getLanguage } from '../../lib/language.ts';

/**
 * The text for a schema's code, as the server answers it; `undefined` without an error.
 *
 * @param values fill the text's `{name}` placeholders
 */
export function issueText(code: string | undefined, values: Readonly<Record<string, string>> = {}): string | undefined {
  if (code === undefined) return undefined;
  const table: Readonly<Record<string, string>> = issueTexts[getLanguage()];
  const text = table[`issue_${code}`] ?? table.issue_invalid ?? code;
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
}
