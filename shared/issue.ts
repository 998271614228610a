/** An issue's message is a code, such as `zip_invalid`, with the values that fill its text: `email_typo?value=gmail.com`. */
export function issueMessage(code: string, values: Readonly<Record<string, string>>): string {
  return `${code}?${new URLSearchParams(values)}`;
}

/** The code and the values of `issueMessage`. */
export function readIssue(message: string): { code: string; values: Record<string, string> } {
  const [code = '', values] = message.split('?', 2);
  return { code, values: Object.fromEntries(new URLSearchParams(values)) };
}
