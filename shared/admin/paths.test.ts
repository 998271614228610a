import { expect, test } from 'vitest';
import { ADMIN_SCREEN_PATHS, adminScreenAt } from './paths.ts';

test('each screen is found at its path', () => {
  for (const [id, path] of Object.entries(ADMIN_SCREEN_PATHS)) expect(adminScreenAt(path)).toEqual({ id, row: '' });
});

test('a row of a list has its own path', () => {
  const row = '0c6ad70b-9a4c-4f6a-8f5f-0b1f6f1f2a3b';
  expect(adminScreenAt(`/admin/orders/${row}`)).toEqual({ id: 'orders', row });
  expect(adminScreenAt('/admin/site/refunds')).toEqual({ id: 'site', row: 'refunds' });
  expect(adminScreenAt('/admin/stores/new')).toEqual({ id: 'stores', row: 'new' });
});

test('no other path is a screen', () => {
  const others = ['/admin', '/admin/', '/admin/login', '/admin/nothing', '/admin/ordersx', '/admin/orders/', '/admin'];
  const tooDeep = ['/admin/dashboard/x', '/admin/numbers/x', '/admin/orders/a/b', `/admin/orders/${'a'.repeat(65)}`];
  const lures = ['//evil.example/admin/orders', '/admin/orders/..', '/admin/orders/%2f', 'https://evil.example/'];
  for (const path of [...others, ...tooDeep, ...lures]) expect([path, adminScreenAt(path)]).toEqual([path, null]);
});
