import { globSync, readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { brandWords } from '#shared/content/brand-words.ts';
import { hoursText } from '#shared/content/opening-hours.ts';
import { LANGUAGES, type Language, type Localized } from '#shared/core/language.ts';
import { localized } from '#test/localized.ts';
import { products } from './catalogue.ts';
import { comingSoon } from './coming-soon.ts';
import { emailWords } from './emails/words.ts';
import { facts } from './facts.ts';
import { images } from './images.ts';
import { allergenNames, ingredients } from './nutrition.ts';
import { retiredWords } from './retired-words.ts';
import { freeShipping } from './shipping.ts';
import { sizeCards } from './size-cards.ts';
import { sizes } from './sizes.ts';

const read = (language: string, room: string): Record<string, string> =>
  JSON.parse(readFileSync(`brand/texts/${language}/${room}`, 'utf8'));
const roomsIn = (language: string) => globSync('**/*.json', { cwd: `brand/texts/${language}` }).sort();
const rooms = roomsIn('en');

/** Every name in the code of browsers and server. */
const said = new Set(
  ['client', 'server', 'scripts']
    .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`))
    .filter((file) => /\.tsx?$/.test(file) && !file.includes('.test.'))
    .flatMap((file) => readFileSync(file, 'utf8').match(/\b[a-z]+_\w+\b/g) ?? []),
);

/** Words that are the same in both languages; add new ones only after a second look. */
const ALIKE = new Set([
  '{Hours}',
  'Total',
  'Error',
  'Id',
  'GTIN',
  '{pounds} lb',
  '{name} | {brand}',
  '{label} ({language})',
  '{ounces} oz ({grams} g)',
  '{miles} mi',
  '{state}, {rate} %',
  '{service}, {carrier}: {cost}',
  '{count} × {service}, {carrier}',
]);

test('every colour that the brand names is in its palette, and there is room for what is coming soon', () => {
  const palette = new Set(readFileSync('brand/palette.css', 'utf8').match(/(?<=--color-)[a-z-]+(?=:)/g));
  const named = [
    ...products.map(({ accent }) => accent),
    ...Object.values(sizeCards).flatMap(({ ground, tint }) => [ground, tint]),
    ...comingSoon.map(({ ground }) => ground),
  ];
  expect(
    named.filter((name) => !palette.has(name)),
    'Choose a name of brand/palette.css, without --color-.',
  ).toEqual([]);
  expect(comingSoon.length, 'Four things at most are coming soon: brand/coming-soon.ts').toBeLessThanOrEqual(4);
});

const translations = LANGUAGES.filter((language) => language !== 'en');
const translated = translations.flatMap((language) => rooms.map((room) => [language, room] as const));

test.each(translations)('%s has the same rooms as English', (language) => {
  expect(roomsIn(language)).toEqual(rooms);
});

test.each(translated)('%s: %s has the keys and parameters of English, and no text is empty', (language, room) => {
  const [en, es] = [read('en', room), read(language, room)];
  expect(Object.keys(es).sort()).toEqual(Object.keys(en).sort());
  // A fact may be used in one language only; a parameter has to be used in both.
  const parameters = (text: string | undefined) =>
    [...new Set(text?.match(/\{\w+\}/g) ?? [])].filter((name) => !(name.slice(1, -1) in brandWords('en'))).sort();
  for (const key of Object.keys(en)) {
    expect(en[key]?.trim(), key).toBeTruthy();
    expect(es[key]?.trim(), key).toBeTruthy();
    expect(parameters(es[key]), key).toEqual(parameters(en[key]));
  }
});

test.each(translated)('%s: %s says nothing in English that should be translated', (language, room) => {
  const [en, es] = [read('en', room), read(language, room)];
  const same = Object.keys(en).filter((key) => en[key] === es[key] && !ALIKE.has(en[key] ?? ''));
  expect(same).toEqual([]);
});

/** A placeholder that is filled with a number of things. */
const COUNT = String.raw`\{(?:count|left|days|minutes|pieces|orders|fields|characters|kinds|seconds|sales|max)\}`;
/** Such a number with a plural word, which does not fit 1. */
const PLURALS: Readonly<Record<Language, RegExp>> = {
  en: new RegExp(`${COUNT} (?:of \\S+ )?(?:new )?(?:\\p{L}{3,}s|are|were|have|wait)\\b|\\bare (?:only )?${COUNT}`, 'u'),
  es: new RegExp(`${COUNT} (?:de \\S+ )?(?:\\p{L}{3,}s|\\p{L}{2,}[ae]n)\\b|\\p{L}{2,}[ae]n ${COUNT}`, 'u'),
};
/** The text for 1, if its key does not end in `_one`. */
const SINGULARS: Readonly<Record<string, string>> = {
  admin_new_orders: 'admin_new_order',
  admin_new_inquiries: 'admin_new_inquiry',
  admin_new_mails: 'admin_new_mail',
  admin_texts_count: 'admin_texts_one',
  admin_unpublished_many: 'admin_unpublished_one',
  checkout_days: 'checkout_day',
};
/** Texts whose number is fixed, or always above 1. Check twice before you add one. */
const NEVER_ONE = new Set([
  ...'address_changes_spent admin_pictures_full admin_product_calories_of admin_select_first'.split(' '),
  ...'admin_shipping_example admin_tax_meter_and admin_tax_meter_or clock_off declines_many'.split(' '),
  ...'declines_overall_body declines_overall_subject declines_payment_body declines_payment_subject'.split(' '),
  ...'shop_most_text stores_map_pin'.split(' '),
  // "1 of your sales" is right.
  'tax_look',
]);

test.each(LANGUAGES.flatMap((language) => rooms.map((room) => [language, room] as const)))(
  '%s: %s has a text for 1 of what it counts',
  (language, room) => {
    const texts = read(language, room);
    const plural = Object.keys(texts).filter((key) => PLURALS[language].test(texts[key] ?? ''));
    const alone = plural.filter((key) => !NEVER_ONE.has(key) && !((SINGULARS[key] ?? `${key}_one`) in texts));
    expect(alone, 'Add a text whose key ends in _one, or write "Orders: {count}".').toEqual([]);
  },
);

test('the control: a plural beside a number is found in both languages', () => {
  for (const text of ['{count} letters wait', 'There are only {left} left', '{count} of {all} have a number'])
    expect(text).toMatch(PLURALS.en);
  for (const text of ['{count} veces', 'solo quedan {left}', '{count} de {all} tienen número'])
    expect(text).toMatch(PLURALS.es);
});

const GUIDES: Readonly<Record<Language, string>> = localized('docs/owner-guide.md', 'docs/owner-guide.es.md');

/** All texts of this brand in a language: texts, mails, catalogue, pictures, label, and the owner's guide. */
function saidIn(language: Language): string[] {
  const mails = readdirSync(`brand/emails/${language}`).map((file) => `brand/emails/${language}/${file}`);
  return [
    ...rooms.flatMap((room) => Object.values(read(language, room))),
    ...[...mails, GUIDES[language]].flatMap((file) => readFileSync(file, 'utf8').split('\n')),
    ...leaves([products, sizes, sizeCards, comingSoon, images, ingredients, allergenNames, emailWords]).flatMap(
      ([key, text]) => (key === language ? text : []),
    ),
    ...leaves(facts).map(([, text]) => text),
  ];
}

function leaves(value: unknown, key = ''): [key: string, text: string][] {
  if (typeof value === 'string') return [[key, value]];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, one]) => leaves(one, name));
}

test.each(LANGUAGES)('%s says no word again that this brand has retired', (language) => {
  const words = retiredWords[language].join('|');
  // A new brand has no retired words, and an empty expression would match every text.
  if (words === '') return;
  const again = new RegExp(`(?<![\\p{L}])(?:${words})(?![\\p{L}])`, 'iu');
  // The control: the list is searched for, and a longer word with the same beginning does not match.
  expect(`¿${retiredWords[language][0]}?`).toMatch(again);
  expect(
    saidIn(language).filter((text) => again.test(text)),
    'brand/retired-words.ts lists words that this brand does not use. If yours does, take the word out of that list.',
  ).toEqual([]);
});

/** Facts of facts.ts have a placeholder in texts: shared/content/brand-words.ts. */
const REPEATABLE = {
  brand: facts.name,
  city: facts.city,
  town: facts.address.city,
  email: facts.email,
  phone: facts.phone,
};
test.each(LANGUAGES)('%s: no sentence or mail repeats a fact that has a name in braces', (language) => {
  const mails = readdirSync(`brand/emails/${language}`).map((file) => `brand/emails/${language}/${file}`);
  const said = [
    ...rooms.flatMap((room) => Object.entries(read(language, room))),
    ...mails.flatMap((file) =>
      readFileSync(file, 'utf8')
        .split('\n')
        .map((line) => [file, line] as const),
    ),
  ];
  const region = freeShipping.region[language];
  const repeats = Object.entries({ ...REPEATABLE, region, hours: hoursText(facts.hours, language) }).flatMap(
    ([name, fact]) =>
      said
        .filter(([, text]) => text.includes(fact))
        .map(([key, text]) => `${key}: write {${name}} in place of "${fact}" in "${text}"`),
  );
  expect(repeats, 'A fact that changes is then changed in one place, brand/facts.ts.').toEqual([]);
});

test('no text or mail holds an amount of money: amounts are filled in', () => {
  const texts = LANGUAGES.flatMap(saidIn);
  expect(texts.filter((text) => /\$\s*[\d{]|\d\s*(?:dollars|d[óo]lares)/.test(text))).toEqual([]);
});

// Their keys are computed from codes, or they are read as one table; all others appear literally in the code.
const BY_CODE = new Set(['errors.json', 'issues.json', 'line-sheet.json', 'setup.json']);
test.each(rooms.filter((room) => !BY_CODE.has(room)))('%s has no text that nothing says', (room) => {
  expect(Object.keys(read('en', room)).filter((key) => !said.has(key))).toEqual([]);
});

test('catalogue, pictures and ingredients differ between the languages', () => {
  const texts = [
    ...products.flatMap(({ name, description }) => [name, description]),
    ...Object.values(images).map(({ alt }) => alt),
    ...ingredients.flatMap(({ name, of }) => [name, of]),
    ...Object.values(allergenNames),
  ];
  const isDifferent = (text: Localized) => new Set(Object.values(text).filter(Boolean)).size === LANGUAGES.length;
  expect(texts.filter((text) => !isDifferent(text))).toEqual([]);
});
