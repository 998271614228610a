import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { facts } from '#brand/facts.ts';
import { BRAND_FOLDER } from '#scripts/brand-folder.ts';
import { defaultTemplates } from '#server/features/emails/defaults.ts';
import { followSample, isSample, TEST_BRAND } from './brand-fixture.ts';

const folder = mkdtempSync(join(tmpdir(), 'brand-'));
const [brand, fixture] = [join(folder, 'brand'), join(folder, 'fixture')];
afterAll(() => rmSync(folder, { recursive: true, force: true }));
beforeEach(() => {
  for (const to of [brand, fixture]) {
    rmSync(to, { recursive: true, force: true });
    cpSync(TEST_BRAND, to, { recursive: true, filter: (path) => !path.includes('images') });
  }
});
const change = (file: string, from: string, to: string) => {
  const source = readFileSync(join(brand, file), 'utf8');
  expect(source).toContain(from);
  writeFileSync(join(brand, file), source.replaceAll(from, to));
};

test('every suite reads the brand of the tests: modules, folders and mails', () => {
  expect(BRAND_FOLDER).toBe(TEST_BRAND);
  expect(readFileSync(join(TEST_BRAND, 'facts.ts'), 'utf8')).toContain(`name: '${facts.name}'`);
  const file = readFileSync(join(TEST_BRAND, 'emails/en/order_confirmation.md'), 'utf8');
  expect(file).toContain(defaultTemplates().find(({ templateKey }) => templateKey === 'order_confirmation')?.subject);
});

test('while brand/ is the sample, the brand of the tests follows each change of it, and its own tests stay away', () => {
  change('texts/en/site.json', '"Home"', '"Start"');
  writeFileSync(join(brand, 'new.ts'), 'export const added = 1;');
  writeFileSync(join(brand, 'new.test.ts'), '');
  rmSync(join(brand, 'retired-words.ts'));
  expect(followSample(brand, fixture)).toBe(3);
  expect(readFileSync(join(fixture, 'texts/en/site.json'), 'utf8')).toContain('"Start"');
  expect(['new.ts', 'new.test.ts', 'retired-words.ts'].map((file) => existsSync(join(fixture, file)))).toEqual([
    true,
    false,
    false,
  ]);
  expect(followSample(brand, fixture)).toBe(0);
});

test("from an owner's name on, the brand of the tests stays as it was", () => {
  change('facts.ts', `name: '${facts.name}'`, "name: 'Café Marea'");
  change('texts/en/site.json', '"Home"', '"Start"');
  expect(isSample(brand, fixture)).toBe(false);
  expect(followSample(brand, fixture)).toBe(0);
  expect(readFileSync(join(fixture, 'texts/en/site.json'), 'utf8')).toContain('"Home"');
});
