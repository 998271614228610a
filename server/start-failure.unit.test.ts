import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { explainStartFailure } from './start-failure.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'shop-start-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

test('a data folder that is a file, or is inside one, is explained in one sentence', () => {
  const file = join(folder, 'file');
  writeFileSync(file, '');
  const reasonOf = (path: string) => {
    try {
      return mkdirSync(path, { recursive: true });
    } catch (error) {
      return explainStartFailure(new Error('the start failed', { cause: error }));
    }
  };
  expect(reasonOf(file)).toBe(
    `${file} is a file where a folder has to be. Correct DATA_DIR or BACKUP_DIR, or move it away.`,
  );
  expect(reasonOf(join(file, 'x'))).toBe(`${join(file, 'x')} leads through a file. Correct DATA_DIR or BACKUP_DIR.`);
});

test('an unexpected error is not explained', () => {
  expect(explainStartFailure(new Error('odd'))).toBeNull();
});
