import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { unbroken } from './unbroken.tsx';

test.each([
  ['They write back within 24-48 hours.', ['24-48']],
  ['Los pedidos salen en 1 o 2 días.', ['1 o 2']],
  ['Llega el mié, 2 de dic.', ['2 de dic']],
  ['Two boxes', []],
])('%s: a range or a date is one piece', (text, pieces) => {
  const html = renderToStaticMarkup(unbroken(text));
  expect([...html.matchAll(/nowrap">([^<]*)/g)].map(([, piece]) => piece)).toEqual(pieces);
  expect(html.replace(/<[^>]*>/g, '')).toBe(text);
});
