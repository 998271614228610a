import { mkdtempSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { checkLocales, compileMessages, writeChanged } from './messages.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'messages-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('writes what changed, removes what is gone, and leaves all other files alone', () => {
  writeChanged(
    new Map([
      ['messages/kept.js', 'same'],
      ['messages/changed.js', 'before'],
      ['messages/gone.js', 'old'],
    ]),
    folder,
  );
  const past = new Date('2026-01-01T00:00:00Z');
  for (const name of ['kept', 'changed']) utimesSync(join(folder, `messages/${name}.js`), past, past);

  const changes = writeChanged(
    new Map([
      ['messages/kept.js', 'same'],
      ['messages/changed.js', 'after'],
      ['messages/added.js', 'new'],
    ]),
    folder,
  );

  expect(changes).toBe(3);
  expect(statSync(join(folder, 'messages/kept.js')).mtime).toEqual(past);
  expect(readFileSync(join(folder, 'messages/changed.js'), 'utf8')).toBe('after');
  expect(readFileSync(join(folder, 'messages/added.js'), 'utf8')).toBe('new');
  expect(() => statSync(join(folder, 'messages/gone.js'))).toThrow();
});

test('a second run over the same texts writes nothing, and repairs what another program damaged', async () => {
  const first = await compileMessages(folder);
  expect(first).toBeGreaterThan(800);
  expect(await compileMessages(folder)).toBe(0);
  writeFileSync(join(folder, 'messages.js'), 'damaged');
  expect(await compileMessages(folder)).toBe(1);
});

test('what the compiler keeps beside its project is written as it is, on a fresh clone too', async () => {
  const before = readFileSync('project.inlang/settings.json');
  rmSync('project.inlang/README.md', { force: true });
  await compileMessages(folder);
  expect(readFileSync('project.inlang/settings.json').equals(before)).toBe(true);
  expect(readFileSync('project.inlang/README.md', 'utf8')).toMatch(/^#+ /m);
});

test('the compiler has the languages of the shop, or says what to change', () => {
  expect(() => checkLocales(['en', 'es'])).not.toThrow();
  expect(() => checkLocales(['en'])).toThrow('project.inlang/settings.json lists en, shared/language.ts en,es');
});
