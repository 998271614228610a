import { readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { EnvironmentModuleNode, Plugin } from 'vite';
import { brandSentences } from '#shared/brand-sentences.ts';
import { fillBrandWords } from '#shared/brand-words.ts';
import { forEachLanguage, LANGUAGES, type Language, type Localized } from '#shared/language.ts';
import { inBrand } from './brand-folder.ts';

/** Its texts are the program's own. */
const ADMIN_FILE = 'admin.json';
const RUNTIME = resolve('client/lib/message-runtime.ts');
/** The compiler's module of each message. */
const MODULES = resolve('client/.messages/messages');
const MESSAGE = /\.messages[\\/]messages[\\/](?!_index)(\w+)\.js$/;

/**
 * Generates a short browser module for each message from brand/texts. It is half the size of the compiler's own module,
 * which has a function for each language, a third one to choose, and a runtime with strategies that this site does not
 * use. Types, tests and Node use the compiler's modules.
 *
 * @param filesOf the texts of a language, as JSON files
 * @see docs/decisions/0036-one-way-to-load-late-code.md
 */
export function browserMessages(filesOf = textFiles): Plugin {
  const texts = textReader(filesOf);
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
    // A page that is open shows a saved text at once; the compiler, for the types and Node, takes seconds.
    hotUpdate({ file, modules }) {
      const { name: environment, moduleGraph } = this.environment;
      if (environment !== 'client' || !texts.files.has(file)) return;
      const changed: EnvironmentModuleNode[] = texts
        .changes()
        .flatMap((name) => [...(moduleGraph.getModulesByFile(`${MODULES}/${name}.js`) ?? [])]);
      return [...modules, ...changed];
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
  /** Their absolute paths. */
  files: ReadonlySet<string>;
  read(name: string): Localized;
  ids(): Record<string, string>;
  /** The messages whose text has changed since this was last asked for. */
  changes(): string[];
};

/** Finds a message in all languages, and its id; changed files are read again. */
function textReader(filesOf = textFiles): TextReader {
  const files = LANGUAGES.flatMap((language) => filesOf(language).map((file) => ({ language, file })));
  let stamp = '';
  let texts: Record<Language, Record<string, string>>;
  let ids: Record<string, string> = {};
  const refresh = () => {
    const now = files.map(({ file }) => statSync(file).mtimeMs).join();
    if (now === stamp) return;
    const [first] = LANGUAGES;
    const own = new Set<string>();
    const read: typeof texts = forEachLanguage(() => ({}));
    for (const { language, file } of files) {
      // A file that is half saved throws, and is read again.
      const found = JSON.parse(fillBrandWords(readFileSync(file, 'utf8'), language));
      Object.assign(read[language], found);
      if (!file.endsWith(ADMIN_FILE)) for (const name of Object.keys(found)) own.add(name);
    }
    texts = read;
    stamp = now;
    const counts = new Map<string, number>();
    // Those of the brand's tables have no other id than their first text.
    const tables = Object.values(brandSentences()).map((each) => each[first]);
    for (const each of [...Object.values(texts[first]), ...tables]) counts.set(each, (counts.get(each) ?? 0) + 1);
    ids = Object.fromEntries(
      [...own].map((name) => {
        const said = texts[first][name] ?? '';
        return [name, counts.get(said) === 1 ? said : name];
      }),
    );
  };
  let seen: typeof texts | undefined;
  return {
    files: new Set(files.map(({ file }) => resolve(file))),
    changes: () => {
      refresh();
      const before = seen ?? texts;
      seen = texts;
      return Object.keys(texts[LANGUAGES[0]]).filter((name) =>
        LANGUAGES.some((language) => texts[language][name] !== before[language][name]),
      );
    },
    read: (name) => {
      refresh();
      seen ??= texts;
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

/** The compiler's input files. */
function textFiles(language: Language): string[] {
  const settings = JSON.parse(readFileSync('project.inlang/settings.json', 'utf8'));
  const patterns: string[] = settings['plugin.inlang.messageFormat'].pathPattern;
  return patterns.map((pattern) => inBrand(pattern.replace('{locale}', language)));
}
