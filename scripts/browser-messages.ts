import { readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Plugin } from 'vite';
import { fillBrandWords } from '#shared/brand-words.ts';
import { forEachLanguage, LANGUAGES, type Language, type Localized } from '#shared/language.ts';
import { inBrand } from './brand-folder.ts';

const RUNTIME = resolve('client/lib/message-runtime.ts');
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
      return name === undefined ? undefined : messageModule(name, texts(name));
    },
  };
}

/** The module of one message: its texts in the order of LANGUAGES; `client/lib/message-runtime.ts` picks one. */
export function messageModule(name: string, text: Localized): string {
  const texts = LANGUAGES.map((language) => text[language]);
  if (!texts.some((each) => each.includes('{'))) {
    const list = texts.map((each) => JSON.stringify(each)).join(', ');
    return `import { text } from '../runtime.js';\nexport const ${name} = /*#__PURE__*/ text(${list});`;
  }
  const list = texts.map(templateLiteral).join(', ');
  return `import { indexOf } from '../runtime.js';\nexport const ${name} = (i, o) => [${list}][indexOf(o)];`;
}

/** A text with `{name}` in it as a template literal over `i`. @throws Error for a brace that is no placeholder */
function templateLiteral(text: string): string {
  const parts = text.split(/\{(\w+)\}/);
  const code = parts.map((part, index) => {
    if (index % 2 === 1) return `\${i.${part}}`;
    if (/[{}]/.test(part)) throw new Error(`A text may have {name} and no other braces: ${text}`);
    return part.replace(/[\\`]|\$(?=\{)/g, '\\$&');
  });
  return `\`${code.join('')}\``;
}

/** Finds a message in all languages; changed files are read again. */
function textReader(): (name: string) => Localized {
  const files = LANGUAGES.flatMap((language) => textFiles(language).map((file) => ({ language, file })));
  let stamp = '';
  let texts: Record<Language, Record<string, string>>;
  return (name) => {
    const now = files.map(({ file }) => statSync(file).mtimeMs).join();
    if (now !== stamp) {
      stamp = now;
      texts = forEachLanguage(() => ({}));
      for (const { language, file } of files) {
        Object.assign(texts[language], JSON.parse(fillBrandWords(readFileSync(file, 'utf8'), language)));
      }
    }
    return forEachLanguage((language) => {
      const text = texts[language][name];
      if (typeof text !== 'string') throw new Error(`brand/texts/${language} has no text ${name}`);
      return text;
    });
  };
}

/** The compiler's input files. */
function textFiles(language: Language): string[] {
  const settings = JSON.parse(readFileSync('project.inlang/settings.json', 'utf8'));
  const patterns: string[] = settings['plugin.inlang.messageFormat'].pathPattern;
  return patterns.map((pattern) => inBrand(pattern.replace('{locale}', language)));
}
