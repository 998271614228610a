import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { products } from './catalogue.ts';
import { images } from './images.ts';
import { allergens, ingredients } from './nutrition.ts';

const read = (language: string, room: string): Record<string, string> =>
  JSON.parse(readFileSync(`brand/texts/${language}/${room}`, 'utf8'));
const rooms = readdirSync('brand/texts/en');

/** Every name that stands in the code that people's browsers and our server run. */
const said = new Set(
  ['client', 'server', 'scripts']
    .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`))
    .filter((file) => /\.tsx?$/.test(file) && !file.includes('.test.'))
    .flatMap((file) => readFileSync(file, 'utf8').match(/\b[a-z]+_\w+\b/g) ?? []),
);

/** Words that both languages write alike; a new one is added here with a second look. */
const ALIKE = new Set(['Total', 'Error', 'Id', 'GTIN', '{pounds} lb', '{miles} mi']);

test('both languages have the same rooms', () => {
  expect(readdirSync('brand/texts/es')).toEqual(rooms);
});

test.each(rooms)('%s has the same keys and parameters in both languages, and no text is empty', (room) => {
  const [en, es] = [read('en', room), read('es', room)];
  expect(Object.keys(es).sort()).toEqual(Object.keys(en).sort());
  const parameters = (text: string | undefined) => [...new Set(text?.match(/\{\w+\}/g) ?? [])].sort();
  for (const key of Object.keys(en)) {
    expect(en[key]?.trim(), key).toBeTruthy();
    expect(es[key]?.trim(), key).toBeTruthy();
    expect(parameters(es[key]), key).toEqual(parameters(en[key]));
  }
});

test.each(rooms)('%s says nothing in the other language that should be translated', (room) => {
  const [en, es] = [read('en', room), read('es', room)];
  const same = Object.keys(en).filter((key) => en[key] === es[key] && !ALIKE.has(en[key] ?? ''));
  expect(same).toEqual([]);
});

test('Spanish has one word for one thing: monto, escoge, panel', () => {
  const mails = readdirSync('brand/emails/es').map((file) => readFileSync(`brand/emails/es/${file}`, 'utf8'));
  const texts = [...rooms.flatMap((room) => Object.values(read('es', room))), ...mails];
  expect(texts.filter((text) => /\b(importe|elige|en la administración)\b/i.test(text))).toEqual([]);
});

test('no text or mail holds an amount of money: amounts are filled in', () => {
  const mails = ['en', 'es'].flatMap((language) =>
    readdirSync(`brand/emails/${language}`).map((file) => readFileSync(`brand/emails/${language}/${file}`, 'utf8')),
  );
  const texts = ['en', 'es'].flatMap((language) => rooms.flatMap((room) => Object.values(read(language, room))));
  expect([...texts, ...mails].filter((text) => /\$\s*[\d{]|\d\s*(?:dollars|d[óo]lares)/.test(text))).toEqual([]);
});

// These go by a code that is put together, or are read as one table; all others stand by their whole name where they are said.
const BY_CODE = new Set(['errors.json', 'line-sheet.json', 'setup.json']);
test.each(rooms.filter((room) => !BY_CODE.has(room)))('%s has no text that nothing says', (room) => {
  expect(Object.keys(read('en', room)).filter((key) => !said.has(key))).toEqual([]);
});

test('catalogue, pictures and ingredients differ between the languages', () => {
  const texts = [
    ...products.flatMap(({ name, description }) => [name, description]),
    ...Object.values(images).map(({ alt }) => alt),
    ...ingredients.flatMap(({ name, of }) => [name, of]),
    allergens,
  ];
  expect(texts.filter(({ en, es }) => en === es || !en || !es)).toEqual([]);
});
