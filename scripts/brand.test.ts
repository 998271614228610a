import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { TEST_BRAND } from '#test/brand-fixture.ts';
import { AnswersError, contrast, readAnswers } from './brand/answers.ts';
import { paletteOf } from './brand/colours.ts';
import example from './brand/example.json' with { type: 'json' };
import { ask } from './brand/questions.ts';
import { zipsOf } from './brand/state-zips.ts';

const folder = mkdtempSync(join(tmpdir(), 'brand-command-'));
beforeAll(() =>
  cpSync(TEST_BRAND, join(folder, 'brand'), { recursive: true, filter: (path) => !path.endsWith('.jpg') }),
);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** As an owner runs it, in a folder of its own. */
function run(...args: string[]): { status: number | null; output: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [resolve('scripts/brand.ts'), ...args], {
    cwd: folder,
    encoding: 'utf8',
  });
  return { status, output: stdout + stderr };
}

test('the example is a brand, and `--example` prints it', () => {
  expect(readAnswers(example).products).toHaveLength(3);
  const { status, output } = run('--example');
  expect([status, JSON.parse(output)]).toEqual([0, example]);
});

test('nonsense is refused in plain words, all at once, and nothing is written', () => {
  const before = readFileSync(join(folder, 'brand/facts.ts'), 'utf8');
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
    'Nothing was written.',
    'phone: phone is written +1 305-555-0142',
    'timeZone: timeZone is none that exists',
    'products.0.price: the price is above 0',
    'products.0.allergens.0: an allergen is one of milk,',
  ]) {
    expect(output).toContain(words);
  }
  expect(output).not.toMatch(/^\s+at /m);
  expect(readFileSync(join(folder, 'brand/facts.ts'), 'utf8')).toBe(before);
  expect(run('nowhere.json').output).toContain('There is no file nowhere.json.');
});

test('a pale main colour and a product that is there twice are refused', () => {
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

test('the questions lead to answers that are taken, and a wrong one is asked again', async () => {
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
  expect(readAnswers(answers)).toMatchObject({ name: example.name, products: [{ id: 'darkroast', price: 16.5 }] });
  for (const words of ['e-mail', 'The phone', 'Its price']) {
    expect(asked.filter((question) => question.includes(words))).toHaveLength(2);
  }
});

test('every pair of colours that text stands in is readable', () => {
  const colours = paletteOf(readAnswers(example).colours);
  const pairs = [
    ['guayaba', 'crema'],
    ['hoja', 'crema'],
    ['cafecito', 'crema'],
    ['cafecito', 'rosa'],
    ['cafecito', 'galleta'],
    ['cafecito', 'mar'],
    ['cafecito', 'pulpa'],
    ['cafecito-soft', 'crema'],
    ['mar', 'hoja'],
    ['rosa', 'guayaba'],
  ] as const;
  const poor = pairs.filter(([text, ground]) => contrast(colours[text] ?? '', colours[ground] ?? '') < 4.5);
  expect(poor).toEqual([]);
});

test('ZIP codes of a state are known by its capitals', () => {
  expect(zipsOf('FL').zips).toEqual([
    [320, 339],
    [341, 349],
  ]);
  expect(zipsOf('NC')).toEqual({ names: ['north carolina'], zips: [[270, 289]] });
  expect(() => zipsOf('XX')).toThrow('XX is no state');
});
