import fs, { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { compile } from '@inlang/paraglide-js';
import { fillBrandWords } from '#shared/brand-words.ts';
import { isLanguage, LANGUAGES } from '#shared/language.ts';
import { inBrand } from './brand-folder.ts';
import { readTexts, textChanges } from './text-files.ts';

const OUTPUT = 'client/.messages';
const PROJECT = 'project.inlang';
/** The module of one message, which no other message changes. */
const MESSAGE_FILE = /^messages[/\\](?!_index\.js$)[^/\\]+\.js$/;

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
  return writeChanged(await compileTexts(output), output);
}

/**
 * Compiles texts as they are saved, for the development server. All of them take seconds; a changed one takes a fifth of
 * that, since the compiler is given it alone. Writes what `compileMessages` would write.
 *
 * @param output folder with the texts compiled as they are now
 * @returns compiles what has changed since the last call that succeeded, or since this one; answers as `compileMessages`
 *   does, and must not run twice at the same time
 */
export function savedMessages(output = OUTPUT): () => Promise<number> {
  let compiled = readTexts();
  return async () => {
    const saved = readTexts();
    const { changed, hasOtherKeys } = textChanges(compiled, saved);
    let count = 0;
    // The list of all messages names the keys.
    if (hasOtherKeys) count = await compileMessages(output);
    else if (changed.size > 0) {
      const files = await compileTexts(output, (key) => changed.has(key));
      for (const file of [...files.keys()]) if (!MESSAGE_FILE.test(file)) files.delete(file);
      count = writeFiles(files, output);
    }
    compiled = saved;
    return count;
  };
}

/**
 * @param isWanted the messages that the compiler gets to see, by key; all of them by default
 * @returns the compiler's files by their paths in `output`
 */
async function compileTexts(output: string, isWanted?: (key: string) => boolean): Promise<Map<string, string>> {
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
      const text = inKeyOrder(fillBrandWords(String(content), language), isWanted);
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
  return files;
}

/** The compiler lists all messages in the order in which it reads them; so a text that is moved changes no file. */
function inKeyOrder(json: string, isWanted: (key: string) => boolean = () => true): string {
  const texts: Record<string, unknown> = JSON.parse(json);
  const keys = Object.keys(texts).filter(isWanted).sort();
  return JSON.stringify(Object.fromEntries(keys.map((key) => [key, texts[key]])));
}

/** @throws Error a language that the compiler does not know has no texts, and nothing else would say so */
export function checkLocales(locales: readonly string[]): void {
  if (String(locales) === String(LANGUAGES)) return;
  throw new Error(`${PROJECT}/settings.json lists ${locales}, shared/language.ts ${LANGUAGES}: make them the same`);
}

/** Makes `folder` contain exactly these files, by relative paths. @returns how many files were written or removed */
export function writeChanged(files: ReadonlyMap<string, string>, folder: string): number {
  const stale = [...listFiles(folder)].filter((file) => !files.has(file));
  const written = writeFiles(files, folder);
  for (const file of stale) rmSync(join(folder, file), { force: true });
  return written + stale.length;
}

/** @returns how many of these files had another content, or were not there */
function writeFiles(files: ReadonlyMap<string, string>, folder: string): number {
  const changed = [...files].filter(([file, content]) => !hasContent(join(folder, file), content));
  for (const [file, content] of changed) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), content);
  }
  return changed.length;
}

const hasContent = (file: string, content: string) => existsSync(file) && readFileSync(file, 'utf8') === content;

function listFiles(folder: string): Set<string> {
  mkdirSync(folder, { recursive: true });
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return new Set(
    entries
      .filter((entry) => entry.isFile())
      .map((entry) => relative(resolve(folder), resolve(entry.parentPath, entry.name))),
  );
}
