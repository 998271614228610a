import { issueTexts } from '#brand/texts/tables.ts';
import { readIssue } from '#shared/core/issue.ts';
import { getLanguage } from '../../../../lib/language.ts';

/** The text for a schema's message in the server's answer; `undefined` without an error. */
export function issueText(message: string | undefined): string | undefined {
  if (message === undefined) return undefined;
  const { code, values } = readIssue(message);
  const table: Readonly<Record<string, string>> = issueTexts[getLanguage()];
  const text = table[`issue_${code}`] ?? table.issue_invalid ?? code;
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
}
