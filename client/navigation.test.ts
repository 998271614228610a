import { afterEach, expect, test, vi } from 'vitest';
import { brandContent } from '#shared/catalogue/brand-products.ts';
import type { Product } from '#shared/catalogue/products.ts';
import { productPath } from '#shared/content/page-address.ts';
import { startContent } from './lib/catalogue.ts';
import { navigateSmoothly } from './navigation.ts';
import { findRoute, notFoundRoute } from './routes.tsx';

startContent(brandContent());
const [product] = brandContent().products as [Product];
afterEach(() => vi.unstubAllGlobals());

test('a product unknown to this document is requested from the server, as it may be new', () => {
  const assign = vi.fn();
  const navigate = vi.fn();
  vi.stubGlobal('location', { href: 'http://shop.example/', assign });
  navigateSmoothly(navigate, '/product/published-since');
  expect(assign).toHaveBeenCalledExactlyOnceWith('/product/published-since');
  expect(navigate).not.toHaveBeenCalled();
});

test('a second press skips the transition of the first without an error', async () => {
  const skipped = () => Promise.reject(new DOMException('Transition was skipped', 'AbortError'));
  const startViewTransition = vi.fn((go: () => void) => {
    go();
    // Uncaught, this rejection would fail the run.
    return { ready: skipped() };
  });
  vi.stubGlobal('location', { href: 'http://shop.example/' });
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
  vi.stubGlobal('document', { startViewTransition });
  vi.stubGlobal('scrollTo', vi.fn());
  const navigate = vi.fn();
  navigateSmoothly(navigate, '/about');
  await vi.waitFor(() => expect(startViewTransition).toHaveBeenCalledOnce(), { timeout: 100_000 });
  expect(navigate).toHaveBeenCalledWith('/about', undefined);
});

test('a product known to this document has a page under its path in either language', () => {
  for (const language of ['en', 'es'] as const) {
    expect(findRoute(productPath(product, language)).path).toBe('/product/_');
  }
  for (const path of ['/product/published-since', '/product/', '/product/a/b']) {
    expect([path, findRoute(path).path]).toEqual([path, path === '/product/' ? '/product' : notFoundRoute.path]);
  }
});
