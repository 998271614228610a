/**
 * An issue's message: a code, such as `zip_invalid`, and the values of its text: `email_typo {"value":"gmail.com"}`.
 */
export function issueMessage(code: string, values: Readonly<Record<string, string>>): string {
  return `${code} ${JSON.stringify(values)}`;
}

/** The code and the values of `issueMessage`. */
export function readIssue(message: string): { code: string; values: Record<string, string> } {
  const [, code = message, values = '{}'] = /^([a-z_]+) (\{.*\})$/s.exec(message) ?? [];
  return { code, values: JSON.parse(values) };
}
