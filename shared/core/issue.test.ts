import { expect, test } from 'vitest';
import { issueMessage, readIssue } from './issue.ts';

test('the values of a message are read back unchanged, whatever they contain', () => {
  const values = { value: 'a "b" {c} ? :\nñ', nearest: '' };
  expect(readIssue(issueMessage('label_value', values))).toEqual({ code: 'label_value', values });
});

test.each(['zip_invalid', 'Invalid input: expected {}', 'zip {', ''])('“%s” is only a code', (message) => {
  expect(readIssue(message)).toEqual({ code: message, values: {} });
});
