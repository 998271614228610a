import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { FIRST_BRAND } from '#scripts/brand-folder.ts';
import { completeBrand, missingNames } from './complete-brand.ts';

const folder = mkdtempSync(join(tmpdir(), 'my-brand-'));
const [mine, first] = [join(folder, 'my-brand'), join(folder, 'brand')];
afterAll(() => rmSync(folder, { recursive: true, force: true }));
beforeEach(() => {
  for (const to of [mine, first]) {
    rmSync(to, { recursive: true, force: true });
    cpSync(FIRST_BRAND, to, { recursive: true, filter: (path) => !/\.(jpg|test\.ts)$/.test(path) });
  }
});

test('files and texts of an update are added to an owner’s folder and listed; existing texts stay', () => {
  expect(completeBrand(mine, first)).toEqual([]);
  const path = join(mine, 'texts/en/site.json');
  const { home_title: _, ...own } = JSON.parse(readFileSync(path, 'utf8'));
  writeFileSync(path, JSON.stringify({ ...own, home_heading: 'Tea, to your door.' }));
  for (const file of ['rule-words.ts', 'images/hero.jpg']) {
    rmSync(join(mine, file), { force: true });
    writeFileSync(join(first, file), 'new');
  }
  expect(completeBrand(mine, first)).toEqual([
    `${mine}/rule-words.ts is new in this version: copied from ${first}/rule-words.ts. Make it yours.`,
    `${path} has texts that are new in this version, in the words of ${first}/texts/en/site.json: home_title.`,
  ]);
  const texts = JSON.parse(readFileSync(path, 'utf8'));
  expect(texts.home_heading).toBe('Tea, to your door.');
  expect(texts.home_title).toBe(JSON.parse(readFileSync(join(first, 'texts/en/site.json'), 'utf8')).home_title);
  expect(completeBrand(mine, first)).toEqual([]);
});

test('a folder of an earlier version keeps its colours and its free shipping in the file that has them', () => {
  for (const [part, whole] of [
    ['palette.css', 'theme.css'],
    ['free-shipping.ts', 'shipping.ts'],
  ] as const) {
    rmSync(join(mine, part));
    writeFileSync(join(mine, whole), 'of an earlier version');
  }
  expect(completeBrand(mine, first)).toEqual([]);
  expect(existsSync(join(mine, 'palette.css'))).toBe(false);
  rmSync(join(mine, 'finder-map.ts'));
  expect(completeBrand(mine, first)).toEqual([expect.stringContaining('finder-map.ts is new in this version')]);
});

test('a name that the code reads and the owner’s folder lacks is reported with its file', async () => {
  const places = (names: string) => `export const places = { hero: { name: 'hero' }, ${names} };`;
  const others = ['facts.ts', 'sections.ts', 'rule-words.ts', 'emails/look.ts', 'emails/words.ts'];
  for (const to of [mine, first]) {
    for (const file of others) writeFileSync(join(to, file), 'export const all = {};');
    writeFileSync(join(to, 'places.ts'), places(to === first ? "homeNew: { name: 'hero' }" : ''));
  }
  expect(await missingNames(mine, first)).toEqual([
    `${mine}/places.ts: places lacks homeNew. Copy it from ${first}/places.ts.`,
  ]);
});
