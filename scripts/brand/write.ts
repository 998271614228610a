import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { freeShipping as firstFreeShipping } from '#brand/free-shipping.ts';
import type { places } from '#brand/places.ts';
import type { Product } from '#brand/types.ts';
import { LINE_SHEET_KEY } from '#shared/content/text-keys.ts';
import type * as brand from '#shared/core/brand-types.ts';
import { forEachLanguage, LANGUAGES, type Language, type Localized } from '#shared/core/language.ts';
import { mix } from '#shared/look/mix.ts';
import { type Answers, AnswersError } from './answers.ts';
import { heroPicture, logos, plainPicture } from './art.ts';
import { paletteOf } from './colours.ts';
import { dataFile } from './data-file.ts';
import { formatSources } from './format.ts';
import { listOldFiles } from './parts.ts';
import { wordsIn } from './words.ts';

type Texts = Record<string, Record<string, string>>;

/**
 * Replaces the brand in `folder`: facts, catalogue, colours, starting texts, and plain pictures and logos. What the
 * answers do not cover (texts of the checkout and the admin, the rate table) stays. Everything is prepared before
 * anything is written.
 *
 * @throws AnswersError when the folder is of an earlier version, or its texts lack something to replace
 */
export async function writeBrand(answers: Answers, folder: string): Promise<void> {
  const files = brandFiles(answers, folder);
  const [sources, pictures] = await Promise.all([formatSources(files), drawPictures(answers)]);
  for (const [name, content] of sources) writeFileSync(join(folder, name), content);
  rmSync(join(folder, 'images'), { recursive: true, force: true });
  mkdirSync(join(folder, 'images'), { recursive: true });
  for (const [name, content] of pictures) writeFileSync(join(folder, 'images', name), content);
}

/**
 * The changed files, by their paths in `folder`, without pictures. Writes nothing.
 *
 * @throws AnswersError as `writeBrand`
 */
export function brandFiles(answers: Answers, folder: string): Map<string, string> {
  const old = listOldFiles(folder);
  if (old.length > 0) throw new AnswersError(old);
  const read = (name: string) => readFileSync(join(folder, name), 'utf8');
  const files = new Map([
    ...dataFiles(answers),
    ...mapFiles(answers, read('facts.ts')),
    ['palette.css', palette(answers)],
    [
      'LICENSE.md',
      `# Licence of what stands in this folder\n\nTexts, logo and pictures belong to ${answers.legalName}.\n`,
    ],
  ]);
  for (const language of LANGUAGES) {
    for (const [room, texts] of Object.entries(startingTexts(answers, language))) {
      const name = `texts/${language}/${room}.json`;
      files.set(name, withTexts(JSON.parse(read(name)), texts));
    }
    const lines = Object.entries(startingWords(answers, language).emails ?? {});
    for (const file of readdirSync(join(folder, 'emails', language))) {
      const name = `emails/${language}/${file}`;
      files.set(
        name,
        lines.reduce((all, [from, to]) => all.replace(new RegExp(from), to), read(name)),
      );
    }
  }
  return files;
}

function dataFiles(answers: Answers): [name: string, source: string][] {
  const one = (name: string, type: string, value: unknown, keys?: string | null) =>
    dataFile([{ name, type, value, keys }]);
  const empty = forEachLanguage(() => '');
  return [
    ['facts.ts', one('facts', 'Facts', factsOf(answers))],
    ['catalogue.ts', one('products', 'Products', productsOf(answers))],
    ['sizes.ts', one('sizes', 'Sizes', sizesOf(answers), 'SizeId')],
    ['size-cards.ts', one('sizeCards', 'SizeCards', sizeCardsOf(answers))],
    // Nutrition facts come from a laboratory: their section is off until there are some.
    [
      'label.ts',
      dataFile([
        { name: 'nutrition', type: 'Labels', value: {} },
        { name: 'ingredients', type: 'Ingredients', value: answers.ingredients },
      ]),
    ],
    ['sections.ts', one('sections', 'Sections', { nutrition: false, ...answers.sections })],
    ['coming-soon.ts', one('comingSoon', 'ComingSoon', comingSoonOf(answers))],
    ['drawings.ts', one('drawings', 'Drawings', DRAWINGS, 'DrawingName')],
    ['free-shipping.ts', one('freeShipping', 'FreeShipping', freeShippingOf(answers))],
    ['images.ts', one('images', 'Images', imagesOf(answers), 'ImageName')],
    ['places.ts', one('places', 'Places', placesOf(answers), null)],
    [
      'stories.ts',
      dataFile([
        { name: 'cuisine', type: 'Cuisine', value: empty },
        { name: 'stories', type: 'Stories', value: [] },
      ]),
    ],
    [
      'starting-texts.ts',
      one(
        'startingTexts',
        'StartingTexts',
        forEachLanguage((each) => keyedTexts(answers, each)),
      ),
    ],
    [
      'retired-words.ts',
      one(
        'retiredWords',
        'RetiredWords',
        forEachLanguage(() => []),
      ),
    ],
    ['emails/colours.ts', one('colours', 'MailColours', mailColours(answers))],
    ['emails/tagline.ts', one('tagline', 'Tagline', taglineOf(answers))],
  ];
}

const cityOf = ({ city, address }: Answers) => city ?? address.city;

function factsOf(answers: Answers): brand.Facts {
  const { name, legalName, email, phone, address, hours, founder, handle, timeZone, firstLanguage } = answers;
  const social = handle.slice(1);
  return {
    name,
    legalName,
    email,
    wholesaleEmail: answers.wholesaleEmail ?? email,
    wholesaleMinimumBoxes: 6,
    phone,
    phoneHref: phone.replace(/[^+\d]/g, ''),
    address: { ...address, country: 'US' },
    city: cityOf(answers),
    hours,
    founder,
    foundedIn: '',
    handle,
    social: { instagram: `https://www.instagram.com/${social}`, tiktok: `https://www.tiktok.com/@${social}` },
    mapDefault: mapDefault(answers),
    timeZone,
    firstLanguage,
  };
}

const ACCENTS = ['brand', 'second', 'ink'];
const TINTS = ['tint', 'second-light', 'accent'];
const GROUNDS = ['second-light', 'brand-light', 'accent', 'tint'];
const nth = (list: readonly string[], index: number) => list[index % list.length] ?? '';
const pictureOf = (id: string) => `${id}Front`;
const toObject = <T, V>(list: readonly T[], entry: (each: T, index: number) => [string, V]): Record<string, V> =>
  Object.fromEntries(list.map(entry));

/**
 * A number from the restricted range, until there is a real one: no till knows it (GS1 General Specifications, prefix
 * 2).
 */
function practiceGtin(index: number): string {
  const digits = `2000000${String(index + 1).padStart(4, '0')}`;
  const sum = [...digits].reduce((total, digit, i) => total + Number(digit) * (i % 2 === 0 ? 3 : 1), 0);
  return `${digits}${(10 - (sum % 10)) % 10}`;
}

/** Untyped, because the folder gets its types of sizes and pictures only with this write. */
function productsOf({ products }: Answers): readonly { [name in keyof Product]: unknown }[] {
  return products.map(({ price, size, ...product }, index) => ({
    ...product,
    size: forEachLanguage(() => size),
    priceCents: Math.round(price * 100),
    unit: product.id,
    gtin: product.gtin ?? practiceGtin(index),
    images: [pictureOf(product.id)],
    accent: nth(ACCENTS, index),
  }));
}

const sizesOf = ({ products }: Answers): brand.Sizes =>
  toObject(products, ({ id, size, name }) => [id, { amount: size, short: name }]);

const sizeCardsOf = ({ products }: Answers) =>
  toObject(products, ({ id, name, description }, i) => [
    id,
    { name, text: description, picture: pictureOf(id), ground: nth(ACCENTS, i), tint: nth(TINTS, i) },
  ]);

const comingSoonOf = ({ comingSoon }: Answers) =>
  comingSoon.map(({ name, text }, i) => ({ name, text, ground: nth(GROUNDS, i), drawing: 'product' }));

/** A plain pack in the colours of the palette. */
const DRAWINGS: brand.Drawings = {
  product: {
    viewBox: '0 0 200 262',
    shapes:
      '<rect x="20" y="20" width="160" height="222" rx="16" fill="var(--color-brand)"/><rect x="44" y="84" width="112" height="94" rx="10" fill="var(--color-ground)"/>',
  },
};

const freeShippingOf = ({ freeShipping: { over, states, region } }: Answers): brand.FreeShipping => ({
  ...firstFreeShipping,
  overCents: Math.round(over * 100),
  region,
  states,
});

function imagesOf({ name, products }: Answers): brand.Images {
  const picture = (file: string, said: Localized, focal: readonly [number, number] = [50, 50]) => ({
    file: `${file}.jpg`,
    focal,
    alt: forEachLanguage((language) => wordsIn(language)('plain_picture', { name: said[language] })),
  });
  const ours = forEachLanguage(() => name);
  return {
    hero: picture('hero', ours, [71, 50]),
    ...toObject(['story', 'ingredients', 'counter', 'share'], (key) => [key, picture(key, ours)]),
    ...toObject(products, (one) => [pictureOf(one.id), picture(`${one.id}-front`, one.name)]),
  };
}

function placesOf({ products }: Answers) {
  const of = (index: number) => pictureOf(products[index % products.length]?.id ?? '');
  const names: { [place in keyof typeof places]: string } = {
    hero: 'hero',
    homeLarge: of(0),
    homeSmall: of(1),
    homeStory: 'story',
    homeFind: 'counter',
    about: 'story',
    aboutFounder: '',
    aboutValues: 'ingredients',
    productLarge: of(0),
    productLeft: of(1),
    productRight: of(2),
    ingredients: 'ingredients',
    contact: of(2),
    notFound: of(0),
    wholesale: 'counter',
    wholesaleDemand: of(0),
    wholesaleFreshness: of(1),
    wholesaleFlexible: of(2),
    share: 'share',
  };
  return toObject(Object.entries(names), ([place, name]) => [place, { name }]);
}

function palette({ colours }: Answers): string {
  const [r, g, b] = [1, 3, 5].map((at) => Number.parseInt(colours.ink.slice(at, at + 2), 16));
  const ink = (share: number) => `rgb(${r} ${g} ${b} / ${share})`;
  const lines = [
    ...Object.entries(paletteOf(colours)).map(([name, value]) => `--color-${name}: ${value};`),
    `--shadow-card: 0 1px 2px ${ink(0.07)}, 0 14px 34px -14px ${ink(0.22)};`,
    `--shadow-lift: 0 2px 4px ${ink(0.08)}, 0 28px 60px -20px ${ink(0.38)};`,
    `--shadow-bar: 0 1px 0 ${ink(0.08)}, 0 10px 30px -12px ${ink(0.28)};`,
  ];
  return `/* The colours, by the names that the pages use. */\n@theme static {\n  --color-*: initial;\n${lines.map((line) => `  ${line}\n`).join('')}}\n`;
}

function mailColours({ colours }: Answers): brand.MailColours {
  const palette = paletteOf(colours);
  const ground = mix(colours.ink, '#000000', 0.6);
  return {
    ground: colours.ground,
    card: '#ffffff',
    panel: palette.tint ?? colours.ground,
    brand: colours.main,
    onBrand: colours.ground,
    accent: colours.accent,
    link: colours.second,
    ink: colours.ink,
    inkSoft: palette['ink-soft'] ?? colours.ink,
    line: palette.line ?? colours.ink,
    dark: {
      ground,
      card: mix(ground, '#ffffff', 0.07),
      panel: mix(ground, '#ffffff', 0.13),
      brand: mix(colours.main, '#ffffff', 0.65),
      link: mix(colours.second, '#ffffff', 0.65),
      ink: mix(colours.ground, '#ffffff', 0.3),
      inkSoft: mix(colours.ground, ground, 0.25),
      line: mix(ground, '#ffffff', 0.25),
    },
  };
}

const taglineOf = (answers: Answers): brand.Tagline =>
  forEachLanguage((language) =>
    (startingTexts(answers, language).site?.home_heading ?? '').replaceAll('{city}', cityOf(answers)),
  );

const mapDefault = (answers: Answers) => `${cityOf(answers)}, ${answers.address.state}`;

/**
 * A map of another town would mislead, so there is none until scripts/finder-map.ts draws one. A run for the same town
 * keeps its maps.
 */
function mapFiles(answers: Answers, facts: string): [name: string, source: string][] {
  const [, , town] = /\bmapDefault\W+?(["'])(.+?)\1,/.exec(facts) ?? [];
  if (town === mapDefault(answers)) return [];
  const none = dataFile([{ name: 'finderMap', type: 'FinderMap | null', value: null }]);
  if (answers.address.state === 'FL') return [['finder-map.ts', none]];
  const country: brand.StoreMap = { outline: '', west: -125, north: 49.5, width: 59, height: 25.5 };
  const areas: brand.ZipAreas = { first: 0, origin: { latitude: 0, longitude: 0 }, steps: '' };
  return [
    ['finder-map.ts', none],
    [
      'map.ts',
      dataFile(
        [{ name: 'storeMap', type: 'StoreMap', value: country }],
        "\nexport { finderMap } from './finder-map.ts';\n",
      ),
    ],
    ['zip-areas.ts', dataFile([{ name: 'zipAreas', type: 'ZipAreas', value: areas }])],
  ];
}

/** The starting texts by the keys that Setup counts. */
const keyedTexts = (answers: Answers, language: Language) =>
  Object.fromEntries(
    Object.entries(startingTexts(answers, language)).flatMap(([room, texts]) =>
      Object.entries(texts).map(([key, text]) => [room === 'line-sheet' ? LINE_SHEET_KEY + key : key, text]),
    ),
  );

function startingTexts(answers: Answers, language: Language): Texts {
  const { emails: _, ...texts } = startingWords(answers, language);
  return texts;
}

/**
 * Starting texts by file. `emails` replaces lines of the sample's mails that fit only its product; its keys are
 * patterns.
 */
function startingWords({ product }: Answers, language: Language): Texts {
  const source = readFileSync(new URL(`./starting-texts.${language}.json`, import.meta.url), 'utf8');
  const word = product[language];
  const capital = word.slice(0, 1).toUpperCase() + word.slice(1);
  return JSON.parse(source.replaceAll('[[product]]', word).replaceAll('[[Product]]', capital)) as Texts;
}

function withTexts(all: Record<string, string>, texts: Record<string, string>): string {
  const unknown = Object.keys(texts).filter((key) => !(key in all));
  if (unknown.length > 0) throw new AnswersError([`brand/texts has lost what the starting texts replace: ${unknown}`]);
  return `${JSON.stringify({ ...all, ...texts }, null, 2)}\n`;
}

/** @returns the files of `brand/images` */
async function drawPictures(answers: Answers): Promise<Map<string, string | Buffer>> {
  const files = new Map<string, string | Buffer>(Object.entries(logos(answers)));
  const { main, second, ground, ink } = answers.colours;
  const drawn: [name: string, picture: Buffer][] = [
    ['hero', heroPicture(answers.name, ground, main)],
    ['share', plainPicture(answers.name, ground, main, 1200, 630)],
    ...['story', 'ingredients', 'counter'].map((name): [string, Buffer] => [
      name,
      plainPicture(answers.name, second, ground),
    ]),
    ...answers.products.map(({ id, name }, index): [string, Buffer] => [
      `${id}-front`,
      plainPicture(name[answers.firstLanguage], nth([main, second, ink], index), ground),
    ]),
  ];
  for (const [name, picture] of drawn) {
    files.set(`${name}.jpg`, await sharp(picture).jpeg({ quality: 88, mozjpeg: true }).toBuffer());
  }
  return files;
}
