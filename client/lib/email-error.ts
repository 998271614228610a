import * as m from '#messages';
import { readIssue } from '#shared/core/issue.ts';

/** Why a mail address was refused; `undefined` for the generic reason. */
export function emailErrorText(message: string): string | undefined {
  const { code, values } = readIssue(message);
  switch (code) {
    case 'email_characters':
      return m.form_email_characters();
    case 'email_dots':
      return m.form_email_dots();
    case 'email_ending':
      return m.form_email_ending();
    case 'email_typo':
      return m.form_email_typo({ value: values.value ?? '' });
    default:
      return undefined;
  }
}
