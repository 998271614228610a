import './my-brand.ts';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { build as viteBuild } from 'vite';
import { BRAND_FOLDER, FIRST_BRAND, MY_BRAND } from './brand-folder.ts';
import { DRAFTS, inputsHash, isServerBuilt, isSiteBuilt, stampBuild } from './build-stamp.ts';
import { bundleRenderProcess, bundleServer } from './bundle-server.ts';
import { missingNames } from './complete-brand.ts';
import { buildImages } from './images.ts';
import { writeMessages } from './messages.ts';
import { prerenderPages } from './prerender.ts';

/** The server compresses texts, into which it writes the shop's address. */
const COMPRESSED = new Set(['.js', '.css', '.svg']);

/**
 * Builds messages, pictures, browser code, pages and the server, and compresses the files for visitors.
 *
 * @param areDrafts see `buildImages`
 */
export async function build({ areDrafts = false } = {}): Promise<void> {
  const lacks = BRAND_FOLDER === MY_BRAND ? await missingNames(MY_BRAND, FIRST_BRAND) : [];
  if (lacks.length > 0) throw new Error(lacks.join('\n'));
  const inputs = inputsHash();
  // Regardless of the shell: with `development` or `test` each page would load React's 45 KB for developers.
  process.env.NODE_ENV = 'production';
  rmSync('dist', { recursive: true, force: true });
  writeMessages();
  await buildImages({ areDrafts });
  await viteBuild({ logLevel: 'warn' });
  await viteBuild({ logLevel: 'warn', build: { ssr: true } });
  await prerenderPages(inputs);
  rmSync('dist/client/index.html');
  await compressFolder('dist/client');
  await bundleServer();
  await bundleRenderProcess();
  if (areDrafts) writeFileSync(DRAFTS, '');
  // Last, so that a failed build is repeated the next time.
  stampBuild(inputs);
}

async function compressFolder(folder: string): Promise<void> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = entries.map((entry) => join(entry.parentPath, entry.name));
  const compress = async (path: string) => {
    const bytes = readFileSync(path);
    if (bytes.length < 200) return;
    const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
    writeFileSync(`${path}.br`, await promisify(brotliCompress)(bytes, { params }));
    writeFileSync(`${path}.gz`, await promisify(gzip)(bytes, { level: 9 }));
  };
  // All at once: Node's thread pool distributes them.
  await Promise.all(paths.filter((path) => COMPRESSED.has(extname(path))).map(compress));
}

if (import.meta.main) {
  const ifStale = process.argv.includes('--if-stale');
  const areDrafts = process.argv.includes('--draft-pictures');
  const start = performance.now();
  const work = !(ifStale && isSiteBuilt()) ? () => build({ areDrafts }) : isServerBuilt() ? null : bundleServer;
  await work?.();
  if (work) console.log(`built in ${((performance.now() - start) / 1000).toFixed(1)} s`);
}
