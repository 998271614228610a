import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { forEachLanguage, LANGUAGES, type Language } from '#shared/language.ts';
import { TEST_BRAND } from '#test/brand-fixture.ts';
import { browserMessages } from './browser-messages.ts';
import { compileMessages, savedMessages } from './messages.ts';

let folder: string;
vi.mock('./brand-folder.ts', async (importOriginal) => ({
  ...(await importOriginal<typeof import('./brand-folder.ts')>()),
  inBrand: (path: unknown) => {
    const file = relative('brand', String(path));
    return file.startsWith('..') ? path : join(folder, file);
  },
}));

const [FIRST, SECOND = FIRST] = LANGUAGES;
let partial: string;
let full: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'texts-'));
  [partial, full] = [join(folder, 'partial'), join(folder, 'full')];
  for (const language of LANGUAGES) mkdirSync(join(folder, 'texts', language), { recursive: true });
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const fileOf = (language: Language, name: string) => join(folder, 'texts', language, `${name}.json`);

type Texts = Record<string, unknown>;
const saveIn = (language: Language, name: string, texts: Texts) =>
  writeFileSync(fileOf(language, name), JSON.stringify(texts, null, 2));

/** All files of the shop's texts, with one text each. */
function startSmall(): void {
  for (const language of LANGUAGES) {
    for (const name of ['site', 'shop', 'checkout', 'wholesale', 'stores', 'admin'])
      saveIn(language, name, { [`${name}_title`]: `${name} ${language}` });
    saveIn(language, 'site', SITE[language]);
  }
}

const SITE = forEachLanguage(
  (language): Texts => ({
    hello: `Hello ${language}`,
    sizes: `{count} sizes ${language}`,
    welcome: `{brand} ${language}`,
    zest: `Zest ${language}`,
  }),
);

const boxes = (one: string, other: string) => [
  {
    declarations: ['input count', 'local countPlural = count: plural'],
    selectors: ['countPlural'],
    match: { 'countPlural=one': one, 'countPlural=other': other },
  },
];

/** Every file of a folder with its content. */
const contentOf = (path: string) =>
  Object.fromEntries(
    readdirSync(path, { recursive: true, encoding: 'utf8' })
      .filter((file) => statSync(join(path, file)).isFile())
      .map((file) => [file, readFileSync(join(path, file), 'utf8')]),
  );

async function expectEqual(): Promise<void> {
  await compileMessages(full);
  expect(contentOf(partial)).toEqual(contentOf(full));
}

const CHANGES: [name: string, language: Language, texts: Texts, written: number][] = [
  ['a text of the first language', FIRST, { ...SITE[FIRST], hello: 'Changed' }, 1],
  ['a text of another language', SECOND, { ...SITE[SECOND], hello: 'Cambiado' }, 1],
  ['two texts', SECOND, { ...SITE[SECOND], hello: 'Cambiado', zest: 'Ralladura' }, 2],
  ['a text with all that a module must escape', FIRST, { ...SITE[FIRST], zest: '`${"\\ \' */ <b>é\n' }, 1],
  ['a fact of the shop', FIRST, { ...SITE[FIRST], zest: 'Made in {city}' }, 1],
  ['a placeholder that is added', FIRST, { ...SITE[FIRST], hello: 'Hello {name}' }, 1],
  ['a placeholder that is removed', FIRST, { ...SITE[FIRST], sizes: 'Sizes' }, 1],
  ['a plural', FIRST, { ...SITE[FIRST], sizes: boxes('One size', '{count} sizes') }, 1],
  // The module, and the list of all.
  ['a text that is added', FIRST, { ...SITE[FIRST], another: 'Another' }, 2],
  ['a text that is removed', FIRST, { hello: SITE[FIRST].hello, sizes: 'S', welcome: 'W' }, 3],
  ['texts in another order', FIRST, Object.fromEntries(Object.entries(SITE[FIRST]).reverse()), 0],
];

test.each(CHANGES)('%s: what is compiled alone is what all would be', async (_name, language, texts, written) => {
  startSmall();
  await compileMessages(partial);
  const compileSaved = savedMessages(partial);
  saveIn(language, 'site', texts);
  expect(await compileSaved()).toBe(written);
  await expectEqual();
  expect(await compileSaved()).toBe(0);
});

test('a variant that changes is a text that changes', async () => {
  startSmall();
  saveIn(FIRST, 'site', { ...SITE[FIRST], sizes: boxes('One size', '{count} sizes') });
  await compileMessages(partial);
  const compileSaved = savedMessages(partial);
  saveIn(FIRST, 'site', { ...SITE[FIRST], sizes: boxes('A size', '{count} sizes') });
  expect(await compileSaved()).toBe(1);
  await expectEqual();
});

test('a file that is half saved changes nothing, and the next save brings all of it', async () => {
  startSmall();
  await compileMessages(partial);
  const before = contentOf(partial);
  const compileSaved = savedMessages(partial);
  saveIn(SECOND, 'site', { ...SITE[SECOND], hello: 'Hola' });
  writeFileSync(fileOf(FIRST, 'site'), JSON.stringify({ ...SITE[FIRST], zest: 'Peel' }).slice(0, -9));
  await expect(compileSaved()).rejects.toThrow();
  expect(contentOf(partial)).toEqual(before);
  saveIn(FIRST, 'site', { ...SITE[FIRST], zest: 'Peel' });
  expect(await compileSaved()).toBe(2);
  await expectEqual();
});

test('of all the texts of the shop, one that changes is compiled alone', async () => {
  cpSync(join(TEST_BRAND, 'texts'), join(folder, 'texts'), { recursive: true });
  await compileMessages(partial);
  const compileSaved = savedMessages(partial);
  const texts = JSON.parse(readFileSync(fileOf(SECOND, 'shop'), 'utf8'));
  saveIn(SECOND, 'shop', { ...texts, shop_added_toast: '¡Ya está en el carrito!' });
  expect(await compileSaved()).toBe(1);
  await expectEqual();
});

test('an open page is told of the texts that were saved, once, before and without the compiler', () => {
  startSmall();
  const plugin = browserMessages() as unknown as {
    transform: (code: string, id: string) => string;
    hotUpdate: (this: object, change: { file: string; modules: string[] }) => string[] | undefined;
  };
  const moduleGraph = { getModulesByFile: (file: string) => new Set([relative(process.cwd(), file)]) };
  const change = (file: string, name = 'client') =>
    plugin.hotUpdate.call({ environment: { name, moduleGraph } }, { file, modules: ['others'] });
  const moduleOf = (name: string) => `client/.messages/messages/${name}.js`;
  let time = 1;
  /** Two saves within a millisecond are two. */
  const save = (language: Language, texts: Texts | string) => {
    writeFileSync(fileOf(language, 'site'), typeof texts === 'string' ? texts : JSON.stringify(texts));
    time += 1;
    utimesSync(fileOf(language, 'site'), time, time);
  };

  plugin.transform('', `/${moduleOf('hello')}`);
  expect(change(join(folder, 'other.json'))).toBeUndefined();
  const second = fileOf(SECOND, 'site');
  expect(change(second)).toEqual(['others']);
  save(SECOND, { ...SITE[SECOND], hello: 'Hola', zest: 'Ralladura' });
  expect(change(second, 'ssr')).toBeUndefined();
  // As the development server watches it.
  expect(change(relative(process.cwd(), second))).toEqual(['others', moduleOf('hello'), moduleOf('zest')]);
  expect(change(resolve(moduleOf('hello')))).toEqual([]);
  expect(plugin.transform('', `/${moduleOf('zest')}`)).toContain('Ralladura');

  save(SECOND, '{ "hello": "Buen');
  expect(change(second)).toEqual(['others']);
  // The event of the rest was missed: that of the compiler's module brings it.
  save(SECOND, { ...SITE[SECOND], hello: 'Buenas', zest: 'Ralladura' });
  expect(change(resolve(moduleOf('hello')))).toEqual([moduleOf('hello')]);
  save(FIRST, { ...SITE[FIRST], hello: 'Hi', another: 'Another' });
  expect(change(fileOf(FIRST, 'site'))).toEqual(['others', moduleOf('hello'), moduleOf('another')]);
});
