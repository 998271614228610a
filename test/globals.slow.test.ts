import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(resolve('.cache/globals-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The compiler's errors for one line in a folder with its own rules. */
function compilerErrors(config: string, file: string, text: string): string[] {
  const path = join(folder, file);
  writeFileSync(path, text);
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ extends: resolve(config), include: [path], exclude: [] }),
  );
  try {
    execFileSync(resolve('node_modules/.bin/tsc'), ['-p', folder], { encoding: 'utf8' });
    return [];
  } catch (error) {
    return (error as { stdout: string }).stdout.match(/TS\d+: .*/g) ?? [];
  }
}

test('shared has neither process nor window, the client no process, the server no window', () => {
  const unknown = (name: string) => expect.stringContaining(`'${name}'`);
  expect(compilerErrors('tsconfig.shared.json', 'a.ts', 'export const a = process.env;')).toEqual([unknown('process')]);
  expect(compilerErrors('tsconfig.shared.json', 'a.ts', 'export const a = window.name;')).toEqual([unknown('window')]);
  expect(compilerErrors('tsconfig.shared.json', 'a.ts', 'export const a = Buffer.alloc(1);')).toEqual([
    unknown('Buffer'),
  ]);
  expect(compilerErrors('tsconfig.client.json', 'a.ts', 'export const a = process.env;')).toEqual([unknown('process')]);
  expect(compilerErrors('tsconfig.client.json', 'a.ts', 'export const a = Buffer.alloc(1);')).toEqual([
    unknown('Buffer'),
  ]);
  expect(compilerErrors('tsconfig.server.json', 'a.ts', 'export const a = window.name;')).toEqual([unknown('window')]);
  expect(compilerErrors('tsconfig.client.json', 'a.ts', 'export const a = window.name;')).toEqual([]);
  expect(compilerErrors('tsconfig.server.json', 'a.ts', 'export const a = process.env;')).toEqual([]);
});

test('functions that the oldest browsers lack compile in neither shared nor the client', () => {
  const code =
    'export const a = [Map.groupBy([1], String), [1].toSorted(), "a".isWellFormed(), new Set([1]).union(new Set())];';
  for (const config of ['tsconfig.shared.json', 'tsconfig.client.json']) {
    const missing = ['groupBy', 'toSorted', 'isWellFormed', 'union'].map((name) =>
      expect.stringContaining(`'${name}'`),
    );
    expect(compilerErrors(config, 'a.ts', code)).toEqual(missing);
  }
});
