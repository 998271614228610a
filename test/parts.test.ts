import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { listParts } from './parts.ts';

test('the page of UI parts shows every component of `client/ui` and of the admin’s kit', () => {
  const pages = readdirSync('client/dev').filter((file) => file.endsWith('.tsx'));
  const shown = pages.map((file) => readFileSync(`client/dev/${file}`, 'utf8')).join('\n');
  expect(listParts().filter((file) => !shown.includes(`'${file}'`))).toEqual([]);
  expect(listParts().length).toBeGreaterThan(40);
});
