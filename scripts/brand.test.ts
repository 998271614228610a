import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, globSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { FIRST_BRAND } from '#scripts/brand-folder.ts';
import type { Language } from '#shared/core/language.ts';
import { contrast } from '#shared/look/contrast.ts';
import { AnswersError, readAnswers } from './brand/answers.ts';
import { logos } from './brand/art.ts';
import { paletteOf } from './brand/colours.ts';
import example from './brand/example.json' with { type: 'json' };
import { formatSources } from './brand/format.ts';
import { ask } from './brand/questions.ts';
import english from './brand/words.en.json' with { type: 'json' };
import spanish from './brand/words.es.json' with { type: 'json' };
import { brandFiles } from './brand/write.ts';
import { sourceOf } from './finder-map.ts';

const folder = mkdtempSync(join(tmpdir(), 'brand-command-'));
beforeAll(() =>
  cpSync(FIRST_BRAND, join(folder, 'brand'), { recursive: true, filter: (path) => !path.endsWith('.jpg') }),
);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs it like an owner, in a separate folder. */
const run = (...args: string[]) => runWith('', ...args);

/** The same, with typed input, after which the terminal is closed. */
const runWith = (input: string, ...args: string[]) => runIn('en_US.UTF-8', input, ...args);

/** The same, on a computer set to this language. */
function runIn(locale: string, input: string, ...args: string[]): { status: number | null; output: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [resolve('scripts/brand.ts'), ...args], {
    cwd: folder,
    encoding: 'utf8',
    input,
    env: { ...process.env, LC_ALL: locale },
  });
  return { status, output: stdout + stderr };
}

/** The files of a folder by path, with bytes as text. */
const readTree = (path: string) =>
  Object.fromEntries(
    readdirSync(path, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => [join(parentPath, name), readFileSync(join(parentPath, name), 'latin1')]),
  );

test('the example is a valid brand, and `--example` prints it', () => {
  expect(readAnswers(example).products).toHaveLength(3);
  const { status, output } = run('--example');
  expect([status, JSON.parse(output)]).toEqual([0, example]);
});

test('invalid answers are refused in plain words, all at once, and nothing is written', () => {
  const wrong = {
    ...example,
    phone: '555',
    timeZone: 'Tampa',
    colours: { ...example.colours, main: '#ffee88' },
    products: [{ ...example.products[0], price: -1, allergens: ['gluten'] }, example.products[1], example.products[1]],
  };
  writeFileSync(join(folder, 'wrong.json'), JSON.stringify(wrong));
  const { status, output } = run('wrong.json');
  expect(status).toBe(1);
  for (const words of [
    'Nothing was written to my-brand/.',
    'phone: phone is written +1 305-555-0100',
    'timeZone: timeZone is none that exists',
    'products.0.price: the price is above 0',
    'products.0.allergens.0: an allergen is one of milk,',
  ]) {
    expect(output).toContain(words);
  }
  expect(output).not.toMatch(/^\s+at /m);
  expect(existsSync(join(folder, 'my-brand'))).toBe(false);
  expect(run('nowhere.json').output).toContain('There is no file nowhere.json.');
});

test('answers that fail during the generation leave no half-made brand folder', () => {
  writeFileSync(join(folder, 'good.json'), JSON.stringify(example));
  const shipping = readFileSync(join(folder, 'brand/shipping.ts'), 'utf8');
  writeFileSync(join(folder, 'brand/shipping.ts'), '');
  const { status, output } = run('good.json');
  writeFileSync(join(folder, 'brand/shipping.ts'), shipping);
  expect([status, output]).toEqual([1, expect.stringContaining('Nothing was written to my-brand/.')]);
  expect(readdirSync(folder).filter((name) => name.startsWith('my-brand'))).toEqual([]);
});

test('a pale main colour and a duplicate product are refused', () => {
  const refusal = (given: unknown) => {
    try {
      return String(readAnswers(given));
    } catch (error) {
      return (error as AnswersError).message;
    }
  };
  expect(refusal({ ...example, colours: { ...example.colours, main: '#ffee88' } })).toContain('choose a darker main');
  const [first] = example.products;
  expect(refusal({ ...example, products: [first, first] })).toContain('two products have the id oscuro');
  expect(() => readAnswers({})).toThrow(AnswersError);
});

test('the questions give valid answers, and repeat after an invalid one', async () => {
  const { product, address, colours } = example;
  const replies: Record<string, string[]> = {
    'The name of your brand': [example.name],
    'Who founded': [example.founder],
    'one English word': [product.en],
    'such as café': [product.es],
    'e-mail': ['nobody', example.email],
    'The phone': ['813', example.phone],
    Street: [address.street],
    Town: [address.city],
    'ZIP code': [address.zipCode],
    'Its English name': ['Dark roast'],
    'Its Spanish name': ['Tueste oscuro'],
    'One English sentence': ['For the moka pot.'],
    'One Spanish sentence': ['Para la cafetera.'],
    'State,': ['fl'],
    'on Instagram': ['cafemarea'],
    'Which of these it contains': ['', 'gluten', 'milk, gluten', 'Tree nuts, milk'],
    'Its price': ['free', '16.50'],
    'without the pack': ['12'],
    'main ingredient': ['Coffee'],
    'In Spanish': ['Café', 'Todo arábica'],
    'What it is made of': ['All arabica'],
    'The main colour': [colours.main],
  };
  const asked: string[] = [];
  const warn = console.error;
  console.error = () => {};
  const answers = await ask(async (question) => {
    asked.push(question);
    const key = Object.keys(replies).find((words) => question.includes(words));
    return (key && replies[key]?.shift()) ?? '';
  }).finally(() => {
    console.error = warn;
  });
  expect(readAnswers(answers)).toMatchObject({
    name: example.name,
    address: { state: 'FL' },
    handle: '@cafemarea',
    freeShipping: { states: ['FL'] },
    products: [{ id: 'darkroast', price: 16.5, allergens: ['treeNuts', 'milk'] }],
  });
  expect(asked.filter((question) => question.includes('Which of these it contains'))).toHaveLength(4);
  for (const words of ['e-mail', 'The phone', 'Its price']) {
    expect(asked.filter((question) => question.includes(words))).toHaveLength(2);
  }
});

test('answers of an earlier run are suggested, and others are kept from the file', async () => {
  const earlier = { ...readAnswers(example), freeShipping: { ...example.freeShipping, over: 55 } };
  const kept: unknown[] = [];
  const answers = await ask(
    async (question) => (question.startsWith('The phone') ? '(813) 555 0199' : ''),
    earlier,
    (now) => kept.push(structuredClone(now)),
  );
  expect(readAnswers(answers)).toEqual({ ...earlier, phone: '+1 813-555-0199' });
  expect(kept[0]).toEqual(earlier);
  expect(kept.at(-1)).toEqual(answers);
});

test('fewer products than before replace them all, and another state ships free within itself', async () => {
  const replies: Record<string, string> = { 'State,': 'GA', 'What GA is called': 'Georgia', Another: 'no' };
  const answers = await ask(
    async (question) => Object.entries(replies).find(([words]) => question.trim().startsWith(words))?.[1] ?? '',
    readAnswers(example),
  );
  const { products, freeShipping } = readAnswers(answers);
  expect([products.length, freeShipping.states, freeShipping.region.en]).toEqual([1, ['GA'], 'Georgia']);
});

test('leaving the questions keeps the answers for the next time, and makes no brand', () => {
  const left = runWith('Café La Llave del Barrio\n\nOdalys Betancourt\n');
  expect([left.status, left.output]).toEqual([1, expect.stringContaining('The questions were left.')]);
  expect(left.output).not.toMatch(/^\s+at |Warning/m);
  const again = runWith('\n\n');
  expect(again.output).toContain('The name of your brand [Café La Llave del Barrio]');
  expect(again.output).toContain('Who founded it [Odalys Betancourt]');
  expect(existsSync(join(folder, 'my-brand'))).toBe(false);
  rmSync(join(folder, 'brand-answers.json'));
});

test('the texts of both languages have the same placeholders', () => {
  const holders = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort();
  for (const [key, text] of Object.entries(english)) {
    expect([key, holders((spanish as Record<string, string>)[key] ?? '')]).toEqual([key, holders(text)]);
  }
  expect(Object.keys(spanish)).toEqual(Object.keys(english));
});

test('on a Spanish computer it asks in Spanish; `--in` overrides the computer', () => {
  expect(runIn('es_US.UTF-8', '\n').output).toMatch(/^El nombre de tu marca: /);
  expect(runIn('es_US.UTF-8', '').output).toContain('Dejaste las preguntas a medias. Lo contestado está en');
  expect(runIn('es_US.UTF-8', '', '--in=en').output).toMatch(/^The name of your brand: /);
  expect(runIn('fr_FR.UTF-8', '').output).toMatch(/^The name of your brand: /);
  expect(runIn('en_US.UTF-8', '', '--in=es').output).toMatch(/^El nombre de tu marca: /);
  expect(runIn('en_US.UTF-8', '', '--in=fr').output).toContain('npm run brand -- FILE.json');
  expect(runIn('es_US.UTF-8', '', 'nada.json').output).toContain('No hay ningún archivo nada.json.');
});

test('a Spanish owner answers in Spanish, and gets errors in Spanish', async () => {
  const replies: Record<string, string[]> = {
    '¿Les vendes a tiendas?': ['quizás', 'Sí'],
    'El teléfono': ['813', example.phone],
    'El color principal': ['rojo', example.colours.main],
    '¿Otro producto?': ['no'],
  };
  const asked: string[] = [];
  const told: string[] = [];
  const [log, warn] = [console.log, console.error];
  console.log = (words) => asked.push(String(words));
  console.error = (words) => told.push(String(words));
  const answers = await ask(
    async (question) => {
      asked.push(question);
      const key = Object.keys(replies).find((words) => question.trim().startsWith(words));
      return (key && replies[key]?.shift()) ?? '';
    },
    { ...readAnswers(example), sections: { wholesale: false } },
    () => {},
    'es',
  ).finally(() => {
    console.log = log;
    console.error = warn;
  });
  expect(readAnswers(answers, 'es')).toMatchObject({ sections: { wholesale: true } });
  expect(asked.join('\n')).toContain('¿Les vendes a tiendas? Sí o no [no]: ');
  const questions = asked.map((question) => question.replace(/ \[.*/, ''));
  expect(questions.join('\n')).not.toMatch(/\b(?:the|your|its|yes|or)\b(?! shipping)/i);
  expect(told.map((line) => line.trim())).toEqual([
    'phone se escribe +1 305-555-0100',
    'colours.main no es un color como #0f4c5c',
    'la respuesta es sí o no; en un archivo, true o false',
  ]);
});

test('every refusal of a file is written in the requested language', () => {
  const refusals = (given: unknown, language: Language) => {
    try {
      readAnswers(given, language);
    } catch (error) {
      return (error as AnswersError).message.split('\n');
    }
    return [];
  };
  const [first] = example.products;
  const wrong = [
    {},
    { ...example, name: 'x'.repeat(41), founder: ' ', firstLanguage: 'fr', freeShipping: { over: -1, states: ['x'] } },
    { ...example, products: [{ ...first, price: 0.001, weightOz: 9999, pieceOz: -1, shelfLifeDays: 0.5, gtin: '1' }] },
    { ...example, products: [first, first], colours: { ...example.colours, ink: '#ffffff' } },
    { ...example, hours: [{ days: ['Lunes'], opens: '9', closes: '25:00' }], email: 'x', timeZone: 'Tampa' },
  ];
  for (const given of wrong) {
    const [inEnglish, inSpanish] = [refusals(given, 'en'), refusals(given, 'es')];
    expect(inSpanish).toHaveLength(inEnglish.length);
    expect(inEnglish.filter((line) => inSpanish.includes(line))).toEqual([]);
    expect(inSpanish.join('\n')).not.toMatch(/\b(?:Invalid|Too|expected|the|is)\b/);
  }
});

test('it can be written twice, also over a brand without nutrition facts; an unreadable one stays intact', async () => {
  writeFileSync(join(folder, 'answers.json'), JSON.stringify(example));
  expect(run('answers.json').output).toContain('my-brand/ is now');
  const sources = globSync('**/*.{ts,css}', { cwd: join(folder, 'my-brand') });
  const written = new Map(sources.map((name) => [name, readFileSync(join(folder, 'my-brand', name), 'utf8')]));
  expect(await formatSources(written)).toEqual(written);
  const all = () => readTree(join(folder, 'my-brand'));
  const once = all();
  expect(readFileSync(join(folder, 'my-brand/stories.ts'), 'utf8')).not.toMatch(/cuban/i);
  expect(readFileSync(join(folder, 'my-brand/starting-texts.ts'), 'utf8')).toMatch(/en: \{\n +home_/);
  expect(readFileSync(join(folder, 'my-brand/palette.css'), 'utf8')).not.toMatch(/guayaba|hoja/);
  expect(run('answers.json')).toMatchObject({ status: 0 });
  expect(all()).toEqual(once);
  writeFileSync(join(folder, 'my-brand/shipping.ts'), 'export const freeShipping = 1;\n');
  const broken = all();
  const other = { ...example, name: 'Another' };
  writeFileSync(join(folder, 'answers.json'), JSON.stringify(other));
  const { status, output } = run('answers.json');
  expect([status, output]).toEqual([1, expect.stringContaining('shipping.ts is from an earlier version')]);
  expect(all()).toEqual(broken);
});

test('another town, even in the same state, gets no map of Miami; its own map, once drawn, stays', async () => {
  const brand = join(folder, 'towns');
  const map = () => ['finder-map.ts', 'map.ts'].map((file) => readFileSync(join(brand, file), 'utf8')).join('');
  const write = (city: string, state: 'FL' | 'OK') => {
    const answers = readAnswers(example);
    const files = brandFiles({ ...answers, city, address: { ...answers.address, city, state } }, brand);
    for (const [name, source] of files) writeFileSync(join(brand, name), source);
  };
  const start = () => cpSync(FIRST_BRAND, brand, { recursive: true, filter: (path) => !path.endsWith('.jpg') });
  start();
  expect(map()).toContain("'Hialeah'");
  write('Miami', 'FL');
  expect(map()).toContain("'Hialeah'");
  for (const [city, state] of [
    ['Tampa', 'FL'],
    ['Miami', 'OK'],
  ] as const) {
    start();
    write(city, state);
    expect(map()).toContain('export const finderMap: FinderMap | null = null;');
    expect(map()).not.toMatch(/Miami|Hialeah/);
  }
  const drawn = await sourceOf({ west: -96, north: 37, width: 1, height: 1, land: ['-96,37 -95,36'], places: [] });
  writeFileSync(join(brand, 'finder-map.ts'), drawn);
  write('Miami', 'OK');
  expect(map()).toContain(drawn);
});

test('a long name has two lines in the logo, without distortion', () => {
  const logo = (name: string) => logos({ ...readAnswers(example), name })['logo-compact.svg'] ?? '';
  const lines = (name: string) => [...logo(name).matchAll(/font-size="([\d.]+)"[^>]*>([^<]+)<\/text>/g)].slice(1);
  expect(lines('Café Marea').map(([, , line]) => line)).toEqual(['Café Marea']);
  const long = lines('Café La Llave del Barrio');
  expect(long.map(([, , line]) => line)).toEqual(['Café La Llave', 'del Barrio']);
  expect(Number(long[0]?.[1])).toBeGreaterThan(70);
  expect(logo('Café La Llave del Barrio') + logo('Tostadoradelcentrohistorico')).not.toContain('textLength');
  const [word] = lines('Tostadoradelcentrohistorico');
  expect(Number(word?.[1])).toBeLessThan(60);
});

test('every pair of text and background colours is readable', () => {
  const colours = paletteOf(readAnswers(example).colours);
  const pairs = [
    ['brand', 'ground'],
    ['second', 'ground'],
    ['ink', 'ground'],
    ['ink', 'tint'],
    ['ink', 'accent'],
    ['ink', 'second-light'],
    ['ink', 'brand-light'],
    ['ink-soft', 'ground'],
    ['second-light', 'second'],
    ['tint', 'brand'],
  ] as const;
  const poor = pairs.filter(([text, ground]) => contrast(colours[text] ?? '', colours[ground] ?? '') < 4.5);
  expect(poor).toEqual([]);
});
