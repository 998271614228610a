import fs, { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { compile } from '@inlang/paraglide-js';
import { fillBrandWords } from '#shared/brand-words.ts';
import { isLanguage, LANGUAGES } from '#shared/language.ts';
import { inBrand } from './brand-folder.ts';

const OUTPUT = 'client/.messages';
const PROJECT = 'project.inlang';

/**
 * Compiles brand/texts to typed functions in client/.messages; part of build, dev, tests and typecheck. Facts of the shop
 * that a sentence names in braces are filled in here (shared/brand-words.ts); other names are the functions' parameters.
 *
 * Only files whose content changes are written, and only stale ones removed: a development server that reads the folder
 * meanwhile never misses a module.
 *
 * @returns how many files were written or removed
 * @throws Error the texts cannot be compiled, or the compiler's languages are not the shop's; the folder stays as it was
 */
export async function compileMessages(output = OUTPUT): Promise<number> {
  checkLocales(JSON.parse(readFileSync(join(PROJECT, 'settings.json'), 'utf8')).locales);
  const files = new Map<string, string>();
  const isOutput = (path: unknown) => !relative(output, String(path)).startsWith('..');
  // The compiler empties its folder and writes all files again, so it writes into memory here. Its cache beside the
  // project is written to the disk.
  const promises: typeof fs.promises = {
    ...fs.promises,
    writeFile: async (path, content, options) => {
      if (!isOutput(path)) return fs.promises.writeFile(path, content, options);
      files.set(relative(output, String(path)), String(content));
    },
    rm: async (path, options) => (isOutput(path) ? undefined : fs.promises.rm(path, options)),
    readFile: (async (path: string, ...options: []) => {
      const content: unknown = await fs.promises.readFile(inBrand(path), ...options);
      const language = /brand[/\\]texts[/\\]([^/\\]+)[/\\]/.exec(String(path))?.[1];
      if (!isLanguage(language)) return content;
      const text = fillBrandWords(String(content), language);
      return typeof content === 'string' ? text : Buffer.from(text);
    }) as typeof fs.promises.readFile,
  };
  await compile({
    project: `./${PROJECT}`,
    outdir: output,
    fs: { ...fs, promises },
    outputStructure: 'message-modules',
    strategy: ['globalVariable', 'baseLocale'],
    emitGitIgnore: false,
    emitPrettierIgnore: false,
    emitReadme: false,
    isServer: 'import.meta.env?.SSR ?? true',
  });
  return writeChanged(files, output);
}

/** @throws Error a language that the compiler does not know has no texts, and nothing else would say so */
export function checkLocales(locales: readonly string[]): void {
  if (String(locales) === String(LANGUAGES)) return;
  throw new Error(`${PROJECT}/settings.json lists ${locales}, shared/language.ts ${LANGUAGES}: make them the same`);
}

/** Makes `folder` contain exactly these files, by relative paths. @returns how many files were written or removed */
export function writeChanged(files: ReadonlyMap<string, string>, folder: string): number {
  const known = listFiles(folder);
  const stale = [...known].filter((file) => !files.has(file));
  const changed = [...files].filter(
    ([file, content]) => !(known.has(file) && readFileSync(join(folder, file), 'utf8') === content),
  );
  for (const [file, content] of changed) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), content);
  }
  for (const file of stale) rmSync(join(folder, file), { force: true });
  return changed.length + stale.length;
}

function listFiles(folder: string): Set<string> {
  mkdirSync(folder, { recursive: true });
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return new Set(
    entries
      .filter((entry) => entry.isFile())
      .map((entry) => relative(resolve(folder), resolve(entry.parentPath, entry.name))),
  );
}
