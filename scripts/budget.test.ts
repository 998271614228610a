import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ADMIN_SCREEN_PATHS } from '#shared/admin/paths.ts';
import { filesOf, filesOfDocument, readAdminScreens, readAdminTabs, readRoutes } from './budget.ts';

const manifest = {
  'index.html': { file: 'site.js', imports: ['_react.js', '_shared.js'] },
  'pages/shop.tsx': { file: 'shop.js', imports: ['_shared.js', '_cart.js'], dynamicImports: ['pages/later.tsx'] },
  '_react.js': { file: 'react.js' },
  '_shared.js': { file: 'shared.js', imports: ['_react.js'] },
  '_cart.js': { file: 'cart.js', imports: ['_shared.js', 'pages/shop.tsx'] },
  'pages/later.tsx': { file: 'later.js' },
};

test('a page’s weight is its entry, its route and their imports, each once, without lazy code', () => {
  expect([...filesOf(manifest, ['index.html', 'pages/shop.tsx'])].sort()).toEqual([
    'cart.js',
    'react.js',
    'shared.js',
    'shop.js',
    'site.js',
  ]);
});

test('a module that was not built is an error', () => {
  expect(() => filesOf(manifest, ['pages/gone.tsx'])).toThrow('pages/gone.tsx');
});

test('what the document itself loads counts too', () => {
  const html = `<script type="module" crossorigin src="/assets/a.js"></script><link rel="stylesheet" href="/assets/a.css">
    <link rel="modulepreload" crossorigin href="/assets/b.js">`;
  expect([...filesOfDocument(html)]).toEqual(['assets/a.js', 'assets/b.js']);
  const lazy =
    '<script type="module" src="/assets/s.js" data-entry="/assets/a.js" data-chunks="/assets/b.js /assets/c.js">';
  expect([...filesOfDocument(lazy)]).toEqual(['assets/s.js', 'assets/a.js', 'assets/b.js', 'assets/c.js']);
});

test('every route of the client is found', () => {
  const source = readFileSync('client/routes.tsx', 'utf8');
  expect(readRoutes(source)).toHaveLength(source.match(/page: lazyImport\(/g)?.length ?? 0);
});

test('every screen of the admin is found, and the screen of every tab', () => {
  const screens = readAdminScreens().map(({ name }) => name);
  expect(screens.sort()).toEqual(Object.keys(ADMIN_SCREEN_PATHS).sort());
  const tabs = readFileSync('client/features/admin/desk/tabs.ts', 'utf8');
  const shown = readAdminTabs(tabs).map(({ screen }) => screen);
  expect(shown).toHaveLength(tabs.match(/screen: '/g)?.length ?? 0);
  expect(screens).toEqual(expect.arrayContaining(shown));
});

test('the page of all parts, which only the dev server has, is not built', () => {
  const built = Object.keys(JSON.parse(readFileSync('dist/client/.vite/manifest.json', 'utf8')));
  expect(built.filter((name) => name.includes('dev/'))).toEqual([]);
  expect(built).toContain('index.html');
  expect(existsSync('dist/client/dev')).toBe(false);
});
