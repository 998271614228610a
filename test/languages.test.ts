import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/** A comparison with a language, a field of one, or a list of them: each would silently ignore a further language. */
const BY_NAME = /[!=]== '(?:en|es)'|\b(?!import)\w+\.es\b(?!\.)|\['en', 'es'\]/;
const MAY = ['shared/core/language.ts'];

test('no code depends on a language’s name: a further language is a row that the compiler asks for', () => {
  expect(
    [`if (language === 'en') return`, `known.es`, `availableLanguage: ['en', 'es']`].map((c) => BY_NAME.test(c)),
  ).toEqual([true, true, true]);
  const found = ['client', 'server', 'shared']
    .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)))
    .filter((file) => /\.tsx?$/.test(file) && !file.includes('.test.') && !MAY.includes(file))
    .flatMap((file) =>
      readFileSync(file, 'utf8')
        .split('\n')
        .filter((line) => BY_NAME.test(line))
        .map((line) => `${file}: ${line.trim()}`),
    );
  expect(found).toEqual([]);
});
