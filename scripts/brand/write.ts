import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { LINE_SHEET_KEY } from '#shared/content/text-keys.ts';
import { forEachLanguage, LANGUAGES, type Language, type Localized } from '#shared/core/language.ts';
import { type Answers, AnswersError } from './answers.ts';
import { heroPicture, logos, plainPicture } from './art.ts';
import { mix, paletteOf } from './colours.ts';
import { drawingsSource } from './drawings.ts';
import { formatSources } from './format.ts';

type Texts = Record<string, Record<string, string>>;

/**
 * Replaces the brand in `folder`: facts, catalogue, colours, starting texts, and plain pictures and logos. What the
 * answers do not cover (texts of the checkout and the admin, the rate table) stays. Everything is prepared before
 * anything is written.
 *
 * @throws AnswersError when a file of the folder lacks something to replace
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
  const files = new Map<string, string>();
  const read = (name: string) => readFileSync(join(folder, name), 'utf8');
  const write = (name: string, content: string) => void files.set(name, content);
  const change = (name: string, by: (answers: Answers, source: string) => string) =>
    write(name, by(answers, read(name)));
  write('facts.ts', facts(answers));
  write('drawings.ts', drawingsSource());
  change('catalogue.ts', catalogue);
  change('sizes.ts', sizes);
  change('size-cards.ts', sizeCards);
  change('nutrition.ts', nutrition);
  const eachEmpty = (empty: string) => `{ ${LANGUAGES.map((language) => `${language}: ${empty}`).join(', ')} }`;
  change('stories.ts', (_, source) => replaced(replaced(source, 'stories', '[]'), 'cuisine', eachEmpty("''")));
  change('coming-soon.ts', comingSoon);
  change('sections.ts', sections);
  change('shipping.ts', shipping);
  change('images.ts', images);
  change('places.ts', places);
  change('theme.css', theme);
  change('starting-texts.ts', (_, source) => {
    const keyed = ([room, texts]: [string, Record<string, string>]) =>
      Object.entries(texts).map(([key, text]) => [room === 'line-sheet' ? LINE_SHEET_KEY + key : key, text] as const);
    const of = (language: Language) =>
      Object.fromEntries(Object.entries(startingTexts(answers, language)).flatMap(keyed));
    return replaced(source, 'startingTexts', JSON.stringify(forEachLanguage(of)));
  });
  change('emails/look.ts', mailLook);
  change('emails/words.ts', mailWords);
  change('retired-words.ts', (_, source) => replaced(source, 'retiredWords', eachEmpty('[]')));
  write(
    'LICENSE.md',
    `# Licence of what stands in this folder\n\nTexts, logo and pictures belong to ${answers.legalName}.\n`,
  );
  if (answers.address.state !== 'FL') {
    change('zip-areas.ts', (_, source) => source.replace(/steps: `[^`]*`/, 'steps: ``'));
    change('map.ts', (_, source) => usMap(source));
  }
  if (townOf(read('facts.ts')) !== townOf(facts(answers))) {
    write('map.ts', withoutFinderMap(files.get('map.ts') ?? read('map.ts')));
  }
  for (const language of LANGUAGES) {
    for (const [room, texts] of Object.entries(startingTexts(answers, language))) {
      const name = `texts/${language}/${room}.json`;
      write(name, withTexts(JSON.parse(read(name)), texts));
    }
    for (const file of readdirSync(join(folder, 'emails', language))) {
      change(`emails/${language}/${file}`, (_, source) =>
        MAIL_LINES[language].reduce((all, [from, to]) => all.replace(from, to), source),
      );
    }
  }
  return files;
}

const quote = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
const pair = (text: Localized) =>
  `{ ${LANGUAGES.map((language) => `${language}: ${quote(text[language])}`).join(', ')} }`;

/** A source with a new value of one export; types and comments stay. */
function replaced(source: string, name: string, value: string): string {
  const head = new RegExp(`export const ${name}\\b[^=]*= `).exec(source);
  const start = head ? head.index + head[0].length : 0;
  const end = head && endOfLiteral(source, start);
  if (!end) throw new AnswersError([`brand/ has no list ${name} any more that could be replaced.`]);
  return source.slice(0, start) + value + source.slice(end);
}

/**
 * The end of the list or object that begins at `start`; `null` when there is none. Brackets within texts do not count.
 */
function endOfLiteral(source: string, start: number): number | null {
  const token = /'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*"|`(?:\\.|[^`\\])*`|\/\/.*|\/\*[\s\S]*?\*\/|[[\]{}]/g;
  token.lastIndex = start;
  let depth = 0;
  for (let found = token.exec(source); found; found = token.exec(source)) {
    const [text] = found;
    if (text === '[' || text === '{') depth += 1;
    else if (text === ']' || text === '}') depth -= 1;
    if (depth === 0) return text === ']' || text === '}' ? token.lastIndex : null;
  }
  return null;
}

function facts(answers: Answers): string {
  const { address, social } = { address: answers.address, social: answers.handle.slice(1) };
  const hours = answers.hours
    .map(
      ({ days, opens, closes }) => `{ days: [${days.map(quote).join(', ')}], opens: '${opens}', closes: '${closes}' }`,
    )
    .join(', ');
  const city = answers.city ?? address.city;
  return `import type { Hours } from '#shared/content/opening-hours.ts';
import type { Language } from '#shared/core/language.ts';

/** Facts of the business. */
export const facts = {
  name: ${quote(answers.name)},
  legalName: ${quote(answers.legalName)},
  email: ${quote(answers.email)},
  wholesaleEmail: ${quote(answers.wholesaleEmail ?? answers.email)},
  /** The least that a store orders at once, in boxes of any kind. */
  wholesaleMinimumBoxes: 6,
  phone: ${quote(answers.phone)},
  phoneHref: ${quote(answers.phone.replace(/[^+\d]/g, ''))},
  address: {
    street: ${quote(address.street)},
    city: ${quote(address.city)},
    state: ${quote(address.state)},
    zipCode: ${quote(address.zipCode)},
    country: 'US',
  },
  /** The city by which people know us, also where the address is in a town beside it. */
  city: ${quote(city)},
  /** When somebody answers; days that share their hours stand together. */
  hours: [${hours}] as readonly Hours[],
  founder: ${quote(answers.founder)},
  /** The year; empty: no page names one. */
  foundedIn: '',
  handle: ${quote(answers.handle)},
  social: {
    instagram: ${quote(`https://www.instagram.com/${social}`)},
    tiktok: ${quote(`https://www.tiktok.com/@${social}`)},
  },
  /** Shown on the map when no store is chosen. */
  mapDefault: ${quote(`${city}, ${address.state}`)},
  timeZone: ${quote(answers.timeZone)},
  /** The language of plain addresses, and the answer for readers of any third language. */
  firstLanguage: '${answers.firstLanguage}' as Language,
} as const;
`;
}

const ACCENTS = ['brand', 'second', 'ink'];
const TINTS = ['tint', 'second-light', 'accent'];
const accentOf = (index: number) => ACCENTS[index % ACCENTS.length] ?? 'brand';
const colourOf = ({ colours }: Answers, index: number) =>
  [colours.main, colours.second, colours.ink][index % 3] ?? colours.main;
const pictureOf = (id: string) => `${id}Front`;

/**
 * A number from the restricted range, until there is a real one: tills do not know it (GS1 General Specifications,
 * prefix 2).
 */
function practiceGtin(index: number): string {
  const digits = `2000000${String(index + 1).padStart(4, '0')}`;
  const sum = [...digits].reduce((total, digit, i) => total + Number(digit) * (i % 2 === 0 ? 3 : 1), 0);
  return `${digits}${(10 - (sum % 10)) % 10}`;
}

function catalogue(answers: Answers, source: string): string {
  const entries = answers.products.map((product, index) => {
    const { id, name, description, size, price, pieces, pieceOz, weightOz, parcelInches, shelfLifeDays, allergens } =
      product;
    return `  {
    id: ${quote(id)},
    name: ${pair(name)},
    description: ${pair(description)},
    size: ${pair(forEachLanguage(() => size))},
    priceCents: ${Math.round(price * 100)},
    unit: ${quote(id)},
    pieces: ${pieces},
    pieceOz: ${pieceOz},
    allergens: [${allergens.map(quote).join(', ')}],
    shelfLifeDays: ${shelfLifeDays},
    weightOz: ${weightOz},
    parcelInches: [${parcelInches.join(', ')}],
    gtin: ${quote(product.gtin ?? practiceGtin(index))},
    images: [${quote(pictureOf(id))}],
    accent: ${quote(accentOf(index))},
  },`;
  });
  return replaced(source, 'products', `[\n${entries.join('\n')}\n]`);
}

function sizes({ products }: Answers, source: string): string {
  const entries = products.map(({ id, size, name }) => `  ${id}: { amount: ${quote(size)}, short: ${pair(name)} },`);
  return replaced(source, 'sizes', `{\n${entries.join('\n')}\n}`);
}

function sizeCards({ products }: Answers, source: string): string {
  const entries = products.map(
    ({ id, name, description }, i) =>
      `  ${id}: { name: ${pair(name)}, text: ${pair(description)}, picture: '${pictureOf(id)}', ground: '${accentOf(i)}', tint: '${TINTS[i % 3]}' },`,
  );
  return replaced(source, 'sizeCards', `{\n${entries.join('\n')}\n}`);
}

function nutrition({ ingredients }: Answers, source: string): string {
  const list = ingredients.map(({ name, of }) => `  { name: ${pair(name)}, of: ${pair(of)} },`).join('\n');
  return replaced(replaced(source, 'nutrition', '{}'), 'ingredients', `[\n${list}\n]`);
}

function comingSoon({ comingSoon: list }: Answers, source: string): string {
  const entries = list.map(
    ({ name, text }, i) =>
      `  { name: ${pair(name)}, text: ${pair(text)}, ground: '${['second-light', 'brand-light', 'accent', 'tint'][i]}', drawing: 'product' },`,
  );
  return replaced(source, 'comingSoon', `[\n${entries.join('\n')}\n]`);
}

/** Nutrition facts come from a laboratory: the section is off until nutrition.ts has them. */
function sections({ sections: { wholesale, stores } }: Answers, source: string): string {
  return Object.entries({ nutrition: false, wholesale, stores }).reduce(
    (text, [name, value]) => text.replace(new RegExp(`(\\n {2}${name}: )(?:true|false)`), `$1${value}`),
    source,
  );
}

function shipping({ freeShipping: { over, states, region } }: Answers, source: string): string {
  return source
    .replace(/overCents: \d+/, `overCents: ${Math.round(over * 100)}`)
    .replace(/region: \{[^}]*\}/, `region: ${pair(region)}`)
    .replace(/states: \[[^\]]*\]/, `states: [${states.map(quote).join(', ')}]`);
}

function images({ name, products }: Answers, source: string): string {
  const entry = (key: string, file: string, focal: string, said: Localized) => {
    const alt = pair({
      en: `${said.en}: a plain picture until there is one`,
      es: `${said.es}: una imagen sencilla mientras llega la foto`,
    });
    return `  ${key}: { file: '${file}.jpg', focal: [${focal}], alt: ${alt} },`;
  };
  const entries = [
    entry('hero', 'hero', '71, 50', { en: name, es: name }),
    ...['story', 'ingredients', 'counter', 'share'].map((key) => entry(key, key, '50, 50', { en: name, es: name })),
    ...products.map((one) => entry(pictureOf(one.id), `${one.id}-front`, '50, 50', one.name)),
  ];
  return replaced(source, 'images', `{\n${entries.join('\n')}\n}`);
}

function places({ products }: Answers, source: string): string {
  const of = (index: number) => pictureOf(products[index % products.length]?.id ?? '');
  const entries = Object.entries({
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
  }).map(([place, name]) => `  ${place}: { name: '${name}' },`);
  return replaced(source, 'places', `{\n  hero: { name: 'hero' },\n${entries.join('\n')}\n}`);
}

function theme(answers: Answers, source: string): string {
  const palette = paletteOf(answers.colours);
  const [r, g, b] = [1, 3, 5].map((at) => Number.parseInt(answers.colours.ink.slice(at, at + 2), 16));
  return Object.entries(palette)
    .reduce((css, [name, value]) => css.replace(new RegExp(`(--color-${name}: )#[0-9a-f]+`, 'i'), `$1${value}`), source)
    .replace(/rgb\(\d+ \d+ \d+ \//g, `rgb(${r} ${g} ${b} /`)
    .replace(/\n *\/\* Names of this brand's own[^\n]*(?:\n *--color-[\w-]+: var\([^\n]*)+/, '');
}

function mailLook({ colours }: Answers, source: string): string {
  const palette = paletteOf(colours);
  const look: Record<string, string> = {
    ground: colours.ground,
    panel: palette.tint ?? colours.ground,
    brand: colours.main,
    onBrand: colours.ground,
    accent: colours.accent,
    link: colours.second,
    ink: colours.ink,
    inkSoft: palette['ink-soft'] ?? colours.ink,
    line: palette.line ?? colours.ink,
  };
  const ground = mix(colours.ink, '#000000', 0.6);
  const dark: Record<string, string> = {
    ground,
    card: mix(ground, '#ffffff', 0.07),
    panel: mix(ground, '#ffffff', 0.13),
    brand: mix(colours.main, '#ffffff', 0.65),
    link: mix(colours.second, '#ffffff', 0.65),
    ink: mix(colours.ground, '#ffffff', 0.3),
    inkSoft: mix(colours.ground, ground, 0.25),
    line: mix(ground, '#ffffff', 0.25),
  };
  const set = (text: string, values: Record<string, string>) =>
    Object.entries(values).reduce(
      (all, [name, value]) => all.replace(new RegExp(`(\\b${name}: )'#[0-9a-f]{6}'`, 'i'), `$1'${value}'`),
      text,
    );
  const at = source.indexOf('dark: {');
  const end = source.indexOf('}', at);
  return set(source.slice(0, at), look) + set(source.slice(at, end), dark) + source.slice(end);
}

function mailWords(answers: Answers, source: string): string {
  const city = answers.city ?? answers.address.city;
  const tagline = forEachLanguage((language) =>
    (startingTexts(answers, language).site?.home_heading ?? '').replaceAll('{city}', city),
  );
  return source.replace(/tagline: \{[^}]*\}/, `tagline: ${pair(tagline)}`);
}

/** No outline and the whole country, until the owner draws one. */
function usMap(source: string): string {
  return source
    .replace(/outline:\s*'[^']*'/, "outline: ''")
    .replace(/west: [-\d.]+/, 'west: -125')
    .replace(/north: [-\d.]+/, 'north: 49.5')
    .replace(/width: [-\d.]+/, 'width: 59')
    .replace(/height: [-\d.]+/, 'height: 25.5');
}

/** The default place of the store finder's map in facts.ts. */
const townOf = (source: string) => /\bmapDefault: (.+),\n/.exec(source)?.[1];

/**
 * Removes the map of another town, which would mislead; scripts/finder-map.ts draws a new one. A run for the same town
 * keeps its map.
 */
function withoutFinderMap(source: string): string {
  const drawn = /(export const finderMap: FinderMap \| null =) (?:null|\{[\s\S]*?\n\});/;
  if (!drawn.test(source)) throw new AnswersError(['brand/map.ts has no finderMap any more that could be replaced.']);
  return source.replace(drawn, '$1 null;');
}

function startingTexts({ product }: Answers, language: Language): Texts {
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

/** Lines in the sample's mails that fit only its product. */
const MAIL_LINES: Record<Language, [from: RegExp, to: string][]> = {
  en: [
    [/ Your guava sandwiches are next in line to be packed\./, ' It is next in line to be packed.'],
    [/\n\nTwo crackers, one slab of guava, [^\n]*/, '\n\nThank you for ordering from us.'],
    [/\n\n## When it arrives\n\n[^\n]*/, ''],
    [/- Wholesale pricing for both sizes/, '- Wholesale pricing'],
    [/\n\nMade in \{city\}, the way abuela cut it\./, '\n\nMade in {city}.'],
    [/ wants to sell our sandwiches/, ' wants to sell what we make'],
  ],
  es: [
    [/ Tus galleticas con guayaba son las próximas en empacarse\./, ' Es el próximo en empacarse.'],
    [/\n\nDos galletas, un buen pedazo de guayaba [^\n]*/, '\n\nGracias por comprar con nosotros.'],
    [/\n\n## Cuando te llegue\n\n[^\n]*/, ''],
    [/- Precios al por mayor de los dos tamaños/, '- Precios al por mayor'],
    [/\n\nLa merienda de siempre, hecha en \{city\}\./, '\n\nHecho en {city}.'],
  ],
};

/** @returns the files of `brand/images` */
async function drawPictures(answers: Answers): Promise<Map<string, string | Buffer>> {
  const files = new Map<string, string | Buffer>(Object.entries(logos(answers)));
  const { main, second, ground } = answers.colours;
  const drawn: [name: string, picture: Buffer][] = [
    ['hero', heroPicture(answers.name, ground, main)],
    ['share', plainPicture(answers.name, ground, main, 1200, 630)],
    ...['story', 'ingredients', 'counter'].map((name): [string, Buffer] => [
      name,
      plainPicture(answers.name, second, ground),
    ]),
    ...answers.products.map(({ id, name }, index): [string, Buffer] => [
      `${id}-front`,
      plainPicture(name[answers.firstLanguage], colourOf(answers, index), ground),
    ]),
  ];
  for (const [name, picture] of drawn) {
    files.set(`${name}.jpg`, await sharp(picture).jpeg({ quality: 88, mozjpeg: true }).toBuffer());
  }
  return files;
}
