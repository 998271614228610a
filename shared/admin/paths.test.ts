import { expect, test } from 'vitest';
import { ADMIN_SCREEN_PATHS, adminPath, adminScreenAt, isInDashboard } from './paths.ts';

const ROW = '0c6ad70b-9a4c-4f6a-8f5f-0b1f6f1f2a3b';

test('each screen is found at its path; four are tabs of the dashboard', () => {
  for (const [id, url] of Object.entries(ADMIN_SCREEN_PATHS)) {
    const { pathname, searchParams } = new URL(url, 'https://shop.example');
    expect(adminScreenAt(pathname, searchParams.get('tab') ?? '')).toEqual({ id, row: '' });
  }
  const inDashboard = Object.keys(ADMIN_SCREEN_PATHS).filter((id) => isInDashboard(id as 'today'));
  expect(inDashboard).toEqual(['today', 'orders', 'wholesale', 'stores', 'emails']);
  expect(adminScreenAt('/admin/dashboard', 'nothing')).toEqual({ id: 'today', row: '' });
});

test('a row beside the dashboard has its own path', () => {
  expect(adminScreenAt(`/admin/customers/${ROW}`)).toEqual({ id: 'customers', row: ROW });
  expect(adminScreenAt('/admin/site/refunds')).toEqual({ id: 'site', row: 'refunds' });
  expect(adminScreenAt('/admin/products/new')).toEqual({ id: 'products', row: 'new' });
});

test('a link names the screen, its row and its filters', () => {
  expect(adminPath('orders')).toBe('/admin/dashboard?tab=orders');
  expect(adminPath('orders', { open: ROW })).toBe(`/admin/dashboard?tab=orders&open=${ROW}`);
  expect(adminPath('orders', { q: 'a&b', status: 'pending' })).toBe(
    '/admin/dashboard?tab=orders&q=a%26b&status=pending',
  );
  expect(adminPath('products', { open: 'box40' })).toBe('/admin/products/box40');
  expect(adminPath('today')).toBe('/admin/dashboard');
});

test('no other path is a screen', () => {
  const others = ['/admin', '/admin/', '/admin/login', '/admin/nothing', '/admin/productsx', '/admin/products/'];
  const earlier = ['/admin/orders', `/admin/orders/${ROW}`, '/admin/wholesale', '/admin/stores/new', '/admin/emails'];
  const tooDeep = ['/admin/dashboard/x', '/admin/numbers/x', '/admin/products/a/b', `/admin/site/${'a'.repeat(65)}`];
  const lures = ['//evil.example/admin/site', '/admin/site/..', '/admin/site/%2f', 'https://evil.example/'];
  for (const path of [...others, ...earlier, ...tooDeep, ...lures])
    expect([path, adminScreenAt(path, 'orders')]).toEqual([path, null]);
});
