import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Fold } from './fold.tsx';

const fold = (isNeeded?: boolean) =>
  renderToStaticMarkup(
    <Fold summary="Codes" {...(isNeeded !== undefined && { isNeeded })}>
      Fields
    </Fold>,
  );

test('a fold is closed, and open when one of its fields is needed', () => {
  expect(fold()).toBe('<details class="fold"><summary>Codes</summary>Fields</details>');
  expect(fold(false)).toBe(fold());
  expect(fold(true)).toBe('<details class="fold" open=""><summary>Codes</summary>Fields</details>');
});
