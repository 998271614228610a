import { resolve } from 'node:path';
import type { Plugin } from 'vite';

const RUNTIME = resolve('client/lib/message-runtime.ts');
/** One language's text in a compiled message; the parameter is named when the text has any. */
const TEXT =
  /const (en|es)_\w+ = \/\*\*.*?\*\/ \((\w*)\) => \{\s*return \/\*\*.*?\*\/ \((`(?:[^`\\]|\\[\s\S])*`)\)\s*\};?/g;

/**
 * Halves what the messages weigh in the browser: the compiler gives each text two functions and a third to choose, and
 * brings a runtime with strategies that this site does not use. A message of another form passes as it is.
 */
export function compactMessages(): Plugin {
  return {
    name: 'compact-messages',
    enforce: 'pre',
    resolveId(source, importer) {
      const isRuntime =
        source === '#messages/runtime' || (source.endsWith('/runtime.js') && importer?.includes('.messages'));
      return isRuntime ? RUNTIME : undefined;
    },
    transform(code, id) {
      return /\.messages[\\/]messages[\\/](?!_index)/.test(id) ? compactMessage(code) : undefined;
    },
  };
}

/** The module in its short form; `undefined` when it is not a plain pair of texts. */
export function compactMessage(code: string): string | undefined {
  const name = /export const (\w+) =/.exec(code)?.[1];
  const texts = [...code.matchAll(TEXT)];
  const [en, es] = ['en', 'es'].map((language) => texts.find((match) => match[1] === language));
  if (!name || texts.length !== 2 || !en || !es) return undefined;
  const parameter = en[2] || es[2];
  if (!parameter) {
    return `import { text } from '../runtime.js';\nexport const ${name} = /*#__PURE__*/ text(${en[3]}, ${es[3]});`;
  }
  return `import { isSpanish } from '../runtime.js';\nexport const ${name} = (${parameter}, o) => isSpanish(o) ? ${es[3]} : ${en[3]};`;
}
