import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { EnvironmentModuleNode, Plugin } from 'vite';
import { brandSentences } from '#shared/brand-sentences.ts';
import { forEachLanguage, LANGUAGES, type Language, type Localized } from '#shared/language.ts';
import { readTexts, type TextFile, textChanges, textFiles } from './text-files.ts';

/** Its texts are the program's own. */
const ADMIN_FILE = 'admin.json';
/** As Vite writes paths. */
const absolute = (path: string) => resolve(path).replaceAll('\\', '/');
const RUNTIME = resolve('client/lib/message-runtime.ts');
/** The compiler's module of each message. */
const MODULES = absolute('client/.messages/messages');
const MESSAGE = /\.messages[\\/]messages[\\/](?!_index)(\w+)\.js$/;

/**
 * Generates a short browser module for each message from brand/texts. It is half the size of the compiler's own module,
 * which has a function for each language, a third one to choose, and a runtime with strategies that this site does not
 * use. Types, tests and Node use the compiler's modules.
 *
 * @see docs/decisions/0036-one-way-to-load-late-code.md
 */
export function browserMessages(): Plugin {
  const texts = textReader();
  return {
    name: 'browser-messages',
    enforce: 'pre',
    resolveId(source, importer) {
      const isRuntime =
        source === '#messages/runtime' || (source.endsWith('/runtime.js') && importer?.includes('.messages'));
      return isRuntime ? RUNTIME : undefined;
    },
    transform(_code, id) {
      const [, name] = MESSAGE.exec(id) ?? [];
      return name === undefined ? undefined : messageModule(name, texts.read(name), texts.ids()[name]);
    },
    // An open page shows a text when it is saved. The compiler's module follows, and the page has the text by then.
    // The folder of texts is watched by its relative path.
    hotUpdate({ file, modules }) {
      const { name: environment, moduleGraph } = this.environment;
      const isMessage = MESSAGE.test(file);
      if (environment !== 'client' || !(isMessage || texts.files.has(absolute(file)))) return;
      const changed: EnvironmentModuleNode[] = texts
        .changes()
        .flatMap((name) => [...(moduleGraph.getModulesByFile(`${MODULES}/${name}.js`) ?? [])]);
      return [...(isMessage ? [] : modules), ...changed];
    },
  };
}

/**
 * The module of one message: its texts in the order of LANGUAGES, then its id where that is not its first text;
 * `client/lib/message-runtime.ts` picks one.
 *
 * @throws Error for a brace that is no placeholder
 */
export function messageModule(name: string, text: Localized, id = text[LANGUAGES[0]]): string {
  const texts = LANGUAGES.map((language) => text[language]);
  for (const each of texts) {
    if (/[{}]/.test(each.replace(/\{\w+\}/g, ''))) {
      throw new Error(`A text may have {name} and no other braces: ${each}`);
    }
  }
  const list = [...texts, ...(id === texts[0] ? [] : [id])].map((each) => JSON.stringify(each)).join(', ');
  return `import { text } from '../runtime.js';\nexport const ${name} = /*#__PURE__*/ text(${list});`;
}

/**
 * What this build's scripts call the texts that the owner can change: their first text, which they carry anyway, or the
 * key where another message says the same.
 */
export function messageIds(): Record<string, string> {
  const [first] = LANGUAGES;
  const tables = Object.entries(brandSentences()).map(([key, text]) => [key, text[first]]);
  return { ...textReader().ids(), ...Object.fromEntries(tables) };
}

type TextReader = {
  /** The absolute paths. */
  files: ReadonlySet<string>;
  read(name: string): Localized;
  ids(): Record<string, string>;
  /** The messages whose text differs from the last time that this was asked, or from what was read first. */
  changes(): string[];
};

/** Finds a message in all languages, and its id; changed files are read again. */
function textReader(): TextReader {
  const files = textFiles();
  let stamp = '';
  let found: readonly TextFile[] = [];
  let texts: Record<Language, Record<string, unknown>>;
  let ids: Record<string, string> = {};
  const refresh = () => {
    const now = files.map(({ file }) => statSync(file).mtimeMs).join();
    if (now === stamp) return;
    found = readTexts();
    stamp = now;
    texts = forEachLanguage(() => ({}));
    const [first] = LANGUAGES;
    const own = new Set<string>();
    for (const each of found) {
      Object.assign(texts[each.language], each.texts);
      if (!each.file.endsWith(ADMIN_FILE)) for (const name of Object.keys(each.texts)) own.add(name);
    }
    const counts = new Map<unknown, number>();
    // Those of the brand's tables have no other id than their first text.
    const tables = Object.values(brandSentences()).map((each) => each[first]);
    for (const each of [...Object.values(texts[first]), ...tables]) counts.set(each, (counts.get(each) ?? 0) + 1);
    ids = Object.fromEntries(
      [...own].map((name) => {
        const said = texts[first][name] ?? '';
        return [name, typeof said === 'string' && counts.get(said) === 1 ? said : name];
      }),
    );
  };
  let shown: readonly TextFile[] | undefined;
  return {
    files: new Set(files.map(({ file }) => absolute(file))),
    changes: () => {
      try {
        refresh();
      } catch {
        // A file that is half saved: another event follows, and the compiler says what is wrong with it.
        return [];
      }
      const before = shown ?? found;
      shown = found;
      return [...textChanges(before, found).changed];
    },
    read: (name) => {
      refresh();
      shown ??= found;
      return forEachLanguage((language) => {
        const text = texts[language][name];
        if (typeof text !== 'string') throw new Error(`brand/texts/${language} has no text ${name}`);
        return text;
      });
    },
    ids: () => {
      refresh();
      return ids;
    },
  };
}
