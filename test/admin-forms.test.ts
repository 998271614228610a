import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ADMIN_FORMS } from '../e2e/admin-forms.ts';

const FOLDER = 'client/features/admin/';
/** Forms that deliberately keep nothing. */
const NOT_KEPT = ['login/login-form.tsx'];
/** The bases of forms for published content and for records. */
const BASES = ['publishing/content-form.tsx', 'kit/form/record-form.tsx'];

/** Files with a form, by its hook or by its element; a file that only lays out another file's fields is not a form. */
const forms = globSync(`${FOLDER}**/*.{ts,tsx}`)
  .filter((file) => /\buse(?:Content|Record)?Form(?:<[^(]*>)?\(/.test(readFileSync(file, 'utf8')))
  .map((file) => file.slice(FOLDER.length));

test('every admin form is in the table of forms, whose tests cut network, session and program during it', () => {
  expect(forms.filter((file) => ![...NOT_KEPT, ...BASES].includes(file)).sort()).toEqual(
    Object.keys(ADMIN_FORMS).sort(),
  );
});

test('every form of the admin keeps the input and says so', () => {
  for (const file of [...BASES, ...Object.keys(ADMIN_FORMS)]) {
    const kept = BASES.includes(file)
      ? /\buseDraft(?:<[^(]*>)?\(/
      : /\buse(?:Draft|ContentForm|RecordForm)(?:<[^(]*>)?\(/;
    expect(readFileSync(FOLDER + file, 'utf8'), file).toMatch(kept);
  }
});
