import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { BRAND_FOLDER, brandAlias } from './scripts/brand-folder.ts';
import { OLDEST_BROWSERS } from './scripts/browsers.ts';
import { LANGUAGES } from './shared/core/language.ts';

/**
 * Loaded on every screen of the admin besides the screen's own part: frame and kit without their subfolders, and each
 * `screen.ts`.
 */
const deskFiles = globSync('client/features/admin/{*,desk/*,kit/*,*/screen}.{ts,tsx}').filter(
  (file) => !file.includes('.test.'),
);
const DESK_IDS = new Set(deskFiles.map((file) => resolve(file)));
/** The texts of these files. Those of a screen or a dialog are in its own chunk. */
const deskMessages = new Set(
  deskFiles.flatMap((file) => [...readFileSync(file, 'utf8').matchAll(/\bm\.(\w+)/g)].map(([, key = '']) => key)),
);

// By default every part shared by two pages would become a separate file: twenty requests, each compressed separately.
// React serves the site and the admin; what every public page needs is one file.
const groups = [
  {
    name: 'react',
    test: /node_modules[\\/](react|react-dom|scheduler)[\\/]|preload-helper|rolldown[\\/-]?runtime/,
    priority: 2,
  },
  {
    name: 'common',
    test: /brand[\\/](facts\.ts|images[\\/]logo-compact\.)|client[\\/](layout[\\/](?!footer)|features[\\/]cart[\\/](cart|cart-store|cart-button)\.|lib[\\/](language|catalogue|link-code|stored-value|lazy[\\/](lazy-import\.|preload-on-intent|static-island)|message-runtime|route-parser|use-sync)|ui[\\/](button|button-link|icons|layout|region|spinner|text-link|tile-strip|toast|toast-outlet)\.|navigation|routes)|shared[\\/]core[\\/]language|node_modules[\\/]wouter/,
    priority: 1,
  },
  // The alt texts and sizes of all pictures, for pages that render a picture themselves, not in an island.
  {
    name: 'pictures',
    test: /brand[\\/]images\.ts|\.images[\\/]|client[\\/]ui[\\/](picture|picture-address)\./,
    priority: 1,
  },
  // Forms and lazy parts: shared by the wholesale, order and shop pages, in one file instead of four.
  {
    name: 'forms',
    test: /client[\\/](lib[\\/](display-names|lazy[\\/](lazy-component|use-lazy-import)|store-type|use-fields)|ui[\\/]form|features[\\/]stores[\\/]stores-loading|\.messages[\\/]messages[\\/]stores_failed)\.|shared[\\/]stores[\\/]store-types\./,
  },
  // The add-to-cart button, for the pages that have one in a static island.
  {
    name: 'adding',
    test: /client[\\/](features[\\/]cart[\\/](add-area|add-product|change-cart)\.|\.messages[\\/]messages[\\/]shop_(added|most|intro)_)/,
    includeDependenciesRecursively: false,
  },
  // Shared by the shop and the bar's cart.
  {
    name: 'shelf',
    test: /client[\\/](features[\\/](cart[\\/](add-button|cart-panel|cart-prices|cart-sheet|cart-total|free-shipping|free-shipping-meter|size-text)|checkout[\\/](lazy-cart-discount|lazy-checkout|start-checkout|express[\\/]lazy-cart-express))\.|\.messages[\\/]messages[\\/](shop_(cart|checkout|meter|minimum|size|sold|coming|contains|try_again|add_|left)|checkout_leave))|shared[\\/]shipping[\\/](free-shipping|rate-table)\./,
    includeDependenciesRecursively: false,
  },
  // One file for both, though the cart's discount needs only the first.
  {
    name: 'attempt',
    test: /client[\\/]features[\\/]checkout[\\/](attempt|checkout-store)\./,
    includeDependenciesRecursively: false,
  },
  // Money formatting, with the memoized formatters.
  { name: 'money', test: /shared[\\/]core[\\/](money|memoize)\./ },
  // Loaded around each screen of the admin. Modules that the shop also uses stay in the shop's files.
  {
    name: 'desk',
    test: (id: string) =>
      DESK_IDS.has(id) || deskMessages.has(/\.messages[\\/]messages[\\/](\w+)\.js$/.exec(id)?.[1] ?? ''),
    includeDependenciesRecursively: false,
    priority: 1,
  },
];

/** Style sheets refer to brand colours and pictures by path. */
function brandStyles(): Plugin {
  return {
    name: 'brand-styles',
    enforce: 'pre',
    transform: (code, id) =>
      /\/client\/[\w/-]+\.css/.test(id)
        ? code
            // Tailwind itself reads imported sheets, bypassing this plugin.
            .replace('@import "./styles.css";', () => readFileSync('client/styles.css', 'utf8'))
            .replaceAll('../brand/', `../${BRAND_FOLDER}/`)
        : undefined,
  };
}

export default defineConfig(({ isSsrBuild }) => ({
  root: 'client',
  publicDir: isSsrBuild ? false : '.public',
  plugins: [brandStyles(), react(), tailwindcss()],
  // For client/start.ts, which shares no file with the page's code.
  define: {
    'import.meta.env.LANGUAGES': JSON.stringify(LANGUAGES.join('|')),
    // The renderer runs beside the shop after a publish, so its packages are bundled.
    ...(isSsrBuild ? { 'process.env.NODE_ENV': JSON.stringify(process.env.NODE_ENV ?? 'production') } : {}),
  },
  ...(isSsrBuild ? { ssr: { noExternal: true } } : {}),
  resolve: {
    alias: [
      brandAlias,
      {
        find: 'use-sync-external-store/shim/index.js',
        replacement: resolve('client/lib/use-sync-external-store.ts'),
      },
      { find: 'regexparam', replacement: resolve('client/lib/route-parser.ts') },
    ],
  },
  build: {
    outDir: isSsrBuild ? '../dist/render' : '../dist/client',
    emptyOutDir: true,
    // The renderer runs in Node.
    target: isSsrBuild ? 'es2022' : OLDEST_BROWSERS,
    manifest: !isSsrBuild,
    // Most licences of bundled packages require that their text is served with the code.
    license: isSsrBuild ? false : { fileName: 'licenses.txt' },
    sourcemap: false,
    // The renderer too, because it is loaded at each publish.
    minify: true,
    assetsInlineLimit: 0,
    // The documents list the files that a page needs; a helper that repeats the list in the browser would add 700 bytes
    // to every page.
    modulePreload: false,
    rollupOptions: {
      input: isSsrBuild
        ? 'client/entry-server.tsx'
        : {
            site: 'client/index.html',
            start: 'client/start.ts',
            admin: 'client/admin.html',
            lineSheet: 'client/line-sheet.html',
          },
      ...(isSsrBuild ? {} : { output: { codeSplitting: { groups } } }),
    },
  },
  server: { port: 3000 },
}));
