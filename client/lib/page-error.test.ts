import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { pageErrorSchema } from '#shared/content/page-errors.ts';

const sent: unknown[] = [];
let reportPageError: typeof import('./page-error.ts').reportPageError;
beforeEach(async () => {
  sent.length = 0;
  vi.stubGlobal('location', { pathname: '/shop' });
  vi.stubGlobal('fetch', async (path: string, { body }: { body: string }) => {
    expect(path).toBe('/api/page-errors');
    sent.push(JSON.parse(body));
    throw new TypeError('offline');
  });
  // Each document limits its own reports.
  vi.resetModules();
  ({ reportPageError } = await import('./page-error.ts'));
});
afterEach(() => {
  vi.unstubAllGlobals();
});

function failure(stack: string): Error {
  return Object.assign(new TypeError('Cannot read ana@example.com'), { stack });
}

test('a report has the innermost positions in our files, and nothing of the message', () => {
  const at = (file: string) => `    at https://shop.example/assets/${file}?ana@example.com`;
  const stack = ['TypeError: Cannot read ana@example.com', at('shop-A_b.js:1:200'), '    at async <anonymous>'];
  reportPageError('cart', failure([...stack, at('react-1.js:2:3'), at('c.js:4:5'), at('d.js:6:7')].join('\n')));
  expect(sent).toEqual([
    { region: 'cart', page: '/shop', error: 'TypeError', at: ['shop-A_b.js:1:200', 'react-1.js:2:3', 'c.js:4:5'] },
  ]);
  expect(pageErrorSchema.safeParse(sent[0]).success).toBe(true);
});

test('anything may be thrown', () => {
  for (const thrown of [null, 'ana@example.com', { name: 'ana' }]) reportPageError('page', thrown);
  expect(sent).toMatchObject([{ error: 'Error' }, { error: 'Error' }, { error: 'Error' }]);
  for (const report of sent) expect(pageErrorSchema.safeParse(report).success).toBe(true);
});

test('a document that keeps failing sends five reports', () => {
  for (let i = 0; i < 20; i++) reportPageError('page', failure(''));
  expect(sent).toHaveLength(5);
});
