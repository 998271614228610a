import { expect, test } from 'vitest';
import { presentAdminPath } from './earlier-admin.ts';

const ROW = '0c6ad70b-9a4c-4f6a-8f5f-0b1f6f1f2a3b';

test.each([
  ['/admin/orders', '/admin/dashboard?tab=orders'],
  ['/admin/orders?q=mar%C3%ADa&lang=es', '/admin/dashboard?tab=orders&q=mar%C3%ADa&lang=es'],
  [`/admin/orders/${ROW}?status=pending`, `/admin/dashboard?tab=orders&status=pending&open=${ROW}`],
  ['/admin/wholesale', '/admin/dashboard?tab=wholesalers'],
  ['/admin/stores/new', '/admin/dashboard?tab=stores&open=new'],
  ['/admin/emails', '/admin/dashboard?tab=emails&view=outbox'],
  ['/admin/emails?view=templates', '/admin/dashboard?tab=emails&view=templates'],
  [`/admin/emails/${ROW}`, `/admin/dashboard?tab=emails&view=outbox&open=${ROW}`],
  [`/admin/dashboard?order=${ROW}&lang=en`, `/admin/dashboard?tab=orders&lang=en&open=${ROW}`],
  [`/admin/dashboard?tab=stores&order=${ROW}`, `/admin/dashboard?tab=orders&open=${ROW}`],
  ['/admin/dashboard?screen=setup', '/admin/settings'],
])('%s leads to %s', (earlier, present) => {
  expect(presentAdminPath(earlier)).toBe(present);
});

test('a current or unknown address is unchanged', () => {
  const present = ['/admin/dashboard', '/admin/dashboard?tab=orders', '/admin/products', '/admin/site/refunds'];
  const unknown = ['/admin/orders/', '/admin/orders/a/b', '/admin/orders/..', '/admin/ordersx', '/admin/constructor'];
  const lures = ['/admin/dashboard?order=//evil.example', '/admin/orders/%2f%2fevil.example', '//evil.example/orders'];
  for (const url of [...present, ...unknown, ...lures]) expect([url, presentAdminPath(url)]).toEqual([url, null]);
});
