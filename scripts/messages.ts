import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { brandSentences } from '#shared/content/brand-sentences.ts';
import { forEachLanguage, LANGUAGES, type Language, type Localized } from '#shared/core/language.ts';
import { readTexts } from './text-files.ts';

const OUTPUT = 'client/.messages';
const [FIRST] = LANGUAGES;

/**
 * Compiles brand/texts to modules in client/.messages: one for each text, so that a page loads only those that it
 * shows, `languages.js` with the names of the languages, and `messages.js` with its types, which exports all. Part of
 * build, dev, tests and type check. Facts of the shop in braces are filled in (shared/content/brand-words.ts); other
 * names are parameters.
 *
 * Only files with changed content are written, so that a development server that reads the folder never misses one.
 *
 * @returns how many files were written or removed
 * @throws Error a file is broken, a language lacks a text, or a text has a brace outside of a placeholder; the folder
 * then stays unchanged
 * @see docs/decisions/0004-messages-compiled.md
 */
export function writeMessages(output = OUTPUT): number {
  const texts = readMessages();
  const ids = messageIds(texts);
  const names = [...texts.keys()].sort();
  const files = new Map(
    [...texts].map(([name, text]) => [join('messages', `${name}.js`), messageModule(name, text, ids[name])]),
  );
  const languages = LANGUAGES.map((language) => `${language}: language_${language}`).join(', ');
  const imports = LANGUAGES.map(
    (language) => `import { language_${language} } from './messages/language_${language}.js';\n`,
  );
  files.set('languages.js', `${imports.join('')}export const languageNames = { ${languages} };\n`);
  const modules = ['languages', ...names.map((name) => `messages/${name}`)];
  files.set('messages.js', modules.map((name) => `export * from './${name}.js';\n`).join(''));
  // Without it the bundler includes all of them wherever one is imported.
  files.set('package.json', `${JSON.stringify({ type: 'module', sideEffects: false })}\n`);
  files.set('messages.d.ts', typesOf(names.map((name) => [name, texts.get(name) as Localized])));
  return writeChanged(files, output);
}

/**
 * The module of one text: its words in the order of LANGUAGES, then its id if it differs from the first;
 * `client/lib/message-runtime.ts` picks one.
 *
 * @throws Error for a brace outside of a placeholder
 */
export function messageModule(name: string, text: Localized, id = text[FIRST]): string {
  const texts = LANGUAGES.map((language) => text[language]);
  for (const each of texts) {
    if (/[{}]/.test(each.replace(/\{\w+\}/g, ''))) {
      throw new Error(`A text may have {name} and no other braces: ${each}`);
    }
  }
  const list = [...texts, ...(id === texts[0] ? [] : [id])].map((each) => JSON.stringify(each)).join(', ');
  return `import { text } from '../../lib/message-runtime.ts';\nexport const ${name} = /*#__PURE__*/ text(${list});\n`;
}

/**
 * Each text as a function of its parameters. There are no plurals: if a text needs one, code uses `Intl.PluralRules`.
 */
function typesOf(texts: readonly (readonly [name: string, text: Localized])[]): string {
  const types = texts.map(([name, text]) => {
    const placeholders = LANGUAGES.flatMap((language) => [...text[language].matchAll(/\{(\w+)\}/g)]);
    const parameters = [...new Set(placeholders.map(([, parameter]) => parameter))];
    const inputs = parameters.map((parameter) => `${parameter}: string | number`).join('; ');
    return `export declare const ${name}: (inputs${inputs ? `: { ${inputs} }` : '?: object'}, options?: Options) => string;\n`;
  });
  const languages = LANGUAGES.map((language) => `'${language}'`).join(' | ');
  const named = `export declare const languageNames: Readonly<Record<${languages}, () => string>>;\n`;
  return `type Options = { locale?: ${languages} };\n${named}${types.join('')}`;
}

/**
 * Ids by which a page's data replaces texts: a text's default wording, which the scripts contain anyway, or its key if
 * another text has the same wording.
 */
export function messageIds(texts = readMessages()): Record<string, string> {
  // The brand's tables use their first text as the id.
  const tables = Object.entries(brandSentences()).map(([key, text]) => [key, text[FIRST]]);
  const counts = new Map<unknown, number>();
  for (const said of [...[...texts.values()].map((text) => text[FIRST]), ...tables.map(([, said]) => said)]) {
    counts.set(said, (counts.get(said) ?? 0) + 1);
  }
  const own = readTexts().flatMap(({ isAdmin, texts: own }) => (isAdmin ? [] : Object.keys(own)));
  const idOf = (name: string) => {
    const said = texts.get(name)?.[FIRST];
    return said !== undefined && counts.get(said) === 1 ? said : name;
  };
  return Object.fromEntries([...own.map((name) => [name, idOf(name)]), ...tables]);
}

/** @throws Error when a language lacks a text */
function readMessages(): Map<string, Localized> {
  const read = forEachLanguage((): Record<string, string> => ({}));
  for (const { language, texts } of readTexts()) Object.assign(read[language], texts);
  const names = new Set(LANGUAGES.flatMap((language) => Object.keys(read[language])));
  return new Map([...names].map((name) => [name, forEachLanguage((language) => textOf(read, language, name))]));
}

function textOf(read: Record<Language, Record<string, string>>, language: Language, name: string): string {
  const text = read[language][name];
  if (typeof text !== 'string') throw new Error(`brand/texts/${language} has no text ${name}`);
  return text;
}

/** Makes `folder` contain exactly these files, by relative path. @returns how many files were written or removed */
export function writeChanged(files: ReadonlyMap<string, string>, folder: string): number {
  const stale = [...listFiles(folder)].filter((file) => !files.has(file));
  const changed = [...files].filter(([file, content]) => !hasContent(join(folder, file), content));
  for (const [file, content] of changed) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), content);
  }
  for (const file of stale) rmSync(join(folder, file), { force: true });
  return changed.length + stale.length;
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
