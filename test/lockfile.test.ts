import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

type Entry = {
  version: string;
  integrity?: string;
  license?: string;
  optional?: boolean;
  hasInstallScript?: boolean;
  optionalDependencies?: Record<string, string>;
};
const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: Record<string, Entry> };
const { allowScripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { allowScripts: Record<string, boolean> };

/** Where Node would find a dependency of a package: beside it, or further up. */
function isPlaced(from: string, name: string): boolean {
  for (let at = from; ; at = at.slice(0, Math.max(0, at.lastIndexOf('/node_modules/')))) {
    if (packages[`${at === '' ? '' : `${at}/`}node_modules/${name}`]) return true;
    if (at === '') return false;
    if (!at.includes('/node_modules/')) return packages[`node_modules/${name}`] !== undefined;
  }
}

test('the lock file has the packages of every platform, without which npm ci fails', () => {
  const missing = Object.entries(packages).flatMap(([from, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter((name) => !isPlaced(from, name)),
  );
  // npm install drops those that the present registry lacks; restore them by hand.
  expect(missing).toEqual([]);
});

test('W9: every package with an install script is in allowScripts, allowed or not', () => {
  const names = Object.entries(packages)
    .filter(([, entry]) => entry.hasInstallScript)
    .map(([path]) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length));
  expect(names.length).toBeGreaterThan(0);
  expect(names.filter((name) => allowScripts[name] === undefined)).toEqual([]);
});

test('W9: every package has its hash in the lock file', () => {
  const others = Object.entries(packages).filter(([path]) => path !== '');
  // npm install drops the hashes of other platforms: `npm view NAME@VERSION dist.integrity` shows them.
  const unnamed = others.filter(([, { integrity }]) => !/^sha512-/.test(integrity ?? ''));
  expect(unnamed.map(([path]) => path)).toEqual([]);
  expect(others.length).toBeGreaterThan(100);
});

/** Licences that allow commercial use and building the shop with it; each has been read. */
const LICENCES = new Set([
  ...'MIT MIT-0 ISC 0BSD BSD-2-Clause BSD-3-Clause Apache-2.0 BlueOak-1.0.0 CC0-1.0 Unlicense'.split(' '),
  ...'PSF-2.0'.split(' '),
  // Fonts, which the pages include.
  'OFL-1.1',
  // Tools and libraries used unchanged, without their code in ours.
  'MPL-2.0',
  'LGPL-3.0-or-later',
  'EUPL-1.1+',
  'LLVM-exception',
]);
test('W9: every package has a licence that was checked', () => {
  const odd = Object.entries(packages).flatMap(([path, { license }]) => {
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
    if (path === '') return [];
    const parts = (license ?? 'none').replace(/[()]/g, '').split(/ (?:AND|OR|WITH) /);
    return parts.every((part) => LICENCES.has(part)) ? [] : [`${name}: ${license ?? 'none'}`];
  });
  expect(odd).toEqual([]);
});

test('the built site includes the licences of the code that browsers get', () => {
  const licences = readFileSync('dist/client/licenses.txt', 'utf8');
  expect(licences).toMatch(/^## react-dom - [\d.]+ \(MIT\)$/m);
  expect(licences).toContain('Permission is hereby granted');
});
