import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { brandContent } from '#shared/catalogue/brand-products.ts';
import type { PageContent } from '#shared/catalogue/products.ts';
import { LANGUAGES, type Language } from '#shared/core/language.ts';
import { localized } from '#test/localized.ts';
import { messageIds, messageModule, writeChanged, writeMessages } from './messages.ts';
import * as textFiles from './text-files.ts';

type Message = (inputs: Record<string, string>, options: { locale: Language }) => string;

// The browser's own runtime, which reads the document.
const { text } = await import(resolve('client/lib/message-runtime.ts'));
const { startContent }: { startContent: (content: PageContent) => void } = await import(
  resolve('client/lib/catalogue.ts')
);

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'messages-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
  vi.restoreAllMocks();
  startContent(brandContent());
});

/** Runs a module with the runtime that it imports. */
function run(name: string, code: string): Message {
  const body = code.replace(/^import.*$/m, '').replace(`export const ${name} =`, 'return');
  return new Function('text', body)(text) as Message;
}
const read = (file: string) => readFileSync(join(folder, file), 'utf8');
const saved = (site: Partial<Record<Language, Record<string, string>>>) =>
  vi
    .spyOn(textFiles, 'readTexts')
    .mockReturnValue(
      LANGUAGES.map((language) => ({ language, name: 'site', isAdmin: false, texts: site[language] ?? {} })),
    );

test('each text of the shop is a module, is exported, and has a type', () => {
  const names = [...new Set(textFiles.readTexts().flatMap(({ texts }) => Object.keys(texts)))];
  expect(names.length).toBeGreaterThan(1_000);
  expect(writeMessages(folder)).toBe(names.length + 4);
  for (const language of LANGUAGES) expect(read('languages.js')).toContain(`${language}: language_${language}`);
  expect(readdirSync(join(folder, 'messages')).toSorted()).toEqual(names.map((name) => `${name}.js`).toSorted());
  const [types, all] = [read('messages.d.ts'), read('messages.js')];
  for (const name of names) {
    expect(all).toContain(`export * from './messages/${name}.js';`);
    expect(types).toContain(`export declare const ${name}: (inputs`);
  }
  expect(types).toContain('nav_language: (inputs?: object, options?: Options) => string;');
  expect(types).toContain('admin_tracking_known: (inputs: { carrier: string | number }, options?: Options) => string;');
});

test('a second run writes nothing; a saved text writes only its module, a new one the lists too', () => {
  const spy = saved({ en: { a: 'One', b: 'Two' }, es: { a: 'Uno', b: 'Dos' } });
  expect(writeMessages(folder)).toBe(6);
  expect(writeMessages(folder)).toBe(0);
  spy.mockRestore();
  saved({ en: { b: 'Two', a: 'One' }, es: { b: 'Dos', a: 'Un' } });
  expect(writeMessages(folder)).toBe(1);
  expect(run('a', read('messages/a.js'))({}, { locale: 'es' })).toBe('Un');
  vi.restoreAllMocks();
  saved({ en: { a: 'One', b: 'Two', c: '{n}' }, es: { a: 'Un', b: 'Dos', c: '{n} más' } });
  expect(writeMessages(folder)).toBe(3);
  expect(read('messages.d.ts')).toContain('c: (inputs: { n: string | number }');
});

test('a language without a text, and a partly saved file, are reported and change nothing', () => {
  saved({ en: { a: 'One' }, es: { a: 'Uno' } });
  writeMessages(folder);
  vi.restoreAllMocks();
  saved({ en: { a: 'Changed', b: 'Two' }, es: { a: 'Uno' } });
  expect(() => writeMessages(folder)).toThrow('brand/texts/es has no text b');
  vi.restoreAllMocks();
  vi.spyOn(textFiles, 'readTexts').mockImplementation(() => {
    throw new Error('brand/texts/en/site.json: Unexpected end of JSON input');
  });
  expect(() => writeMessages(folder)).toThrow('site.json');
  expect(read('messages/a.js')).toContain('"One"');
});

test('writes changed files, removes obsolete ones, and leaves all others alone', () => {
  const before = { 'messages/kept.js': 'same', 'messages/changed.js': 'before', 'messages/gone.js': 'old' };
  writeChanged(new Map(Object.entries(before)), folder);
  const past = new Date('2026-01-01T00:00:00Z');
  utimesSync(join(folder, 'messages/kept.js'), past, past);
  const after = { 'messages/kept.js': 'same', 'messages/changed.js': 'after', 'messages/added.js': 'new' };
  expect(writeChanged(new Map(Object.entries(after)), folder)).toBe(3);
  expect(statSync(join(folder, 'messages/kept.js')).mtime).toEqual(past);
  expect([read('messages/changed.js'), read('messages/added.js')]).toEqual(['after', 'new']);
  expect(readdirSync(join(folder, 'messages'))).not.toContain('gone.js');
  writeFileSync(join(folder, 'messages/changed.js'), 'damaged');
  expect(writeChanged(new Map(Object.entries(after)), folder)).toBe(1);
});

test('characters with a meaning in code are kept', () => {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the text must keep it
  const odd = localized('a `b` \\ ${c} {name}', '$5 {name}');
  const short = run('odd', messageModule('odd', odd));
  expect(short({ name: 'N', c: 'C' }, { locale: 'en' })).toBe('a `b` \\ $C N');
  expect(short({ name: 'N' }, { locale: 'es' })).toBe('$5 N');
});

test('a brace outside of a placeholder stops the build', () => {
  expect(() => messageModule('odd', localized('a {name} {', 'b'))).toThrow(/no other braces/);
});

test('the document’s text overrides a message and is filled in the same way, with any characters', () => {
  const price = run('price', messageModule('price', localized('From {amount}', 'Desde {amount}')));
  startContent({
    ...brandContent(),
    texts: { 'From {amount}': ['$& <b>{amount}</b> $1 {amount}', 'ES {amount}'] },
  });
  expect(price({ amount: '$5' }, { locale: 'en' })).toBe('$& <b>$5</b> $1 $5');
  // A value is filled in once, so its own braces stay.
  expect(price({ amount: '{amount}' }, { locale: 'es' })).toBe('ES {amount}');
});

test('each text that the owner can change has a unique id, even if two texts are equal', () => {
  const ids = messageIds();
  expect(new Set(Object.values(ids)).size).toBe(Object.keys(ids).length);
  expect(Object.keys(ids).some((key) => key.startsWith('admin_'))).toBe(false);
  const twins = Object.entries(ids).filter(([key, id]) => key === id);
  expect(twins.length).toBeGreaterThan(0);
  const [[name] = ['']] = twins;
  writeMessages(folder);
  const message = run(name, read(`messages/${name}.js`));
  const before = message({}, { locale: 'en' });
  startContent({ ...brandContent(), texts: { [before]: ['another text', 'otro'] } });
  expect(message({}, { locale: 'en' })).toBe(before);
  startContent({ ...brandContent(), texts: { [name]: ['its own', 'suyo'] } });
  expect(message({}, { locale: 'en' })).toBe('its own');
});
