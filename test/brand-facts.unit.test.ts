import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { facts } from '#brand/facts.ts';

/** The output of `npm run brand -- --example`: a valid starting point for a shop. */
const EXAMPLE = 'scripts/brand/example.json';

/** The spellings of a brand's fact in code. */
const SPELLINGS = [
  facts.name,
  facts.name.replaceAll(' ', ''),
  facts.name.replaceAll(' ', '-'),
  facts.founder,
  facts.email.split('@')[1] ?? '',
  facts.phone,
  facts.phoneHref,
  facts.phone.replace(/^\+1 /, ''),
  facts.address.street,
].map(plain);

function plain(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/\p{Mn}/gu, '')
    .toLowerCase();
}

/** The facts of the brand in a file. */
function factsIn(file: string): string[] {
  const text = plain(readFileSync(file, 'utf8'));
  return SPELLINGS.filter((spelling) => text.includes(spelling)).map((spelling) => `${file}: ${spelling}`);
}

test('name, founder, mail, phone and address of the brand occur only in brand/', () => {
  const files = execFileSync('git', ['ls-files', 'client', 'scripts', 'server', 'shared'], { encoding: 'utf8' });
  const sources = files
    .split('\n')
    .filter((file) => /\.(tsx?|css|html|json|sql|md)$/.test(file) && !file.includes('.test.') && file !== EXAMPLE);
  expect(sources.length).toBeGreaterThan(500);
  expect(sources.flatMap(factsIn)).toEqual([]);
});

test('a file that contains them is found', () => {
  const found = factsIn('brand/facts.ts');
  expect(found).toEqual(expect.arrayContaining([expect.stringContaining(plain(facts.name))]));
  expect(found).toEqual(expect.arrayContaining([expect.stringContaining(facts.phoneHref)]));
  expect(found).toEqual(expect.arrayContaining([expect.stringContaining(plain(facts.address.street))]));
});
