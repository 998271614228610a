import { dirname, relative, resolve } from 'node:path';
import { type Plugin, build as viteBuild } from 'vite';
import { BRAND_FOLDER, brandAlias } from './brand-folder.ts';
import { SERVER_BUNDLE, serverInputsHash, stampServer } from './build-stamp.ts';

/**
 * Not external: Node would read drizzle-orm's 175 KB package.json for each of its 170 files, and the others are many
 * small files.
 */
const BUNDLED = ['drizzle-orm', 'zod', 'fastify-type-provider-zod', '@fastify/error'];

/**
 * Bundles the server into two files: the program and the thread of the embedded database. Node then neither strips
 * types nor resolves files at start (docs/decisions/0030-server-in-one-file.md).
 *
 * @param folder inside the working folder, so that packages are found
 */
export async function bundleServer(folder = dirname(SERVER_BUNDLE)): Promise<void> {
  const inputs = serverInputsHash();
  await viteBuild({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    plugins: [keepPaths(folder)],
    resolve: { alias: [brandAlias] },
    ssr: { noExternal: BUNDLED },
    build: {
      ssr: true,
      target: 'node24',
      outDir: folder,
      emptyOutDir: true,
      minify: false,
      rolldownOptions: {
        input: { main: 'server/main.ts', 'pglite-worker': 'server/db/pglite/worker.ts' },
        output: { entryFileNames: '[name].js' },
      },
    },
  });
  stampServer(folder, inputs);
}

/**
 * Bundles the program that renders the pages after a publish, beside the renderer of this build. It needs no packages.
 */
export async function bundleRenderProcess(folder = 'dist/render'): Promise<void> {
  await viteBuild({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    resolve: { alias: [brandAlias] },
    ssr: { noExternal: true },
    build: {
      ssr: true,
      target: 'node24',
      outDir: folder,
      emptyOutDir: false,
      minify: true,
      rolldownOptions: {
        input: { 'render-process': 'server/site/render-process.ts' },
        output: { entryFileNames: '[name].js' },
      },
    },
  });
}

/** Keeps paths relative to the source (migrations, mails, pages) valid in the bundle. */
function keepPaths(folder: string): Plugin {
  return {
    name: 'keep-paths',
    enforce: 'pre',
    transform(code, id) {
      if (!id.startsWith(resolve('server'))) return null;
      const brand = relative(dirname(id), BRAND_FOLDER).replaceAll('\\', '/');
      const source = relative(folder, id.split('?', 1)[0] ?? id).replaceAll('\\', '/');
      return code
        .replace(/new URL\('\.\/worker\.ts', import\.meta\.url\)/, "new URL('pglite-worker.js', BUNDLE)")
        .replace(/import\.meta\.resolve\('#brand\/(.+?)'\)/g, `new URL('${brand}/$1', import.meta.url).href`)
        .replaceAll('import.meta.url', `new URL('${source}', import.meta.url).href`)
        .replaceAll("'pglite-worker.js', BUNDLE", "'pglite-worker.js', import.meta.url");
    },
  };
}
