import { expect, test } from 'vitest';
import { issueText } from '../kit/form/issue-text.ts';
import { emptyTax, readValues } from './values.ts';

test.each(['', '0', '31', '3.3125'])('a rate of "%s" is explained as a tax rate', (rate) => {
  const read = readValues({ ...emptyTax(), state: 'NJ', rate });
  expect(read).toEqual({ errors: [{ field: 'rate', issue: 'tax_rate_invalid' }] });
  expect(issueText('tax_rate_invalid')).toMatch(/up to 30 percent, with at most three decimals/);
});
