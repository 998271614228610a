import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

type Entry = { version: string; hasInstallScript?: boolean; optionalDependencies?: Record<string, string> };
const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: Record<string, Entry> };
const { allowScripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { allowScripts: Record<string, boolean> };

/** Where Node would find a package that another one asks for: beside it, or further up. */
function isPlaced(from: string, name: string): boolean {
  for (let at = from; ; at = at.slice(0, Math.max(0, at.lastIndexOf('/node_modules/')))) {
    if (packages[`${at === '' ? '' : `${at}/`}node_modules/${name}`]) return true;
    if (at === '') return false;
    if (!at.includes('/node_modules/')) return packages[`node_modules/${name}`] !== undefined;
  }
}

test('the lock file holds the packages of every platform, without which npm ci refuses it', () => {
  const missing = Object.entries(packages).flatMap(([from, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter((name) => !isPlaced(from, name)),
  );
  // npm install leaves those out that the registry at hand does not have; put them back by hand.
  expect(missing).toEqual([]);
});

test('W9: every package with an install script has been looked at: it stands in allowScripts, allowed or not', () => {
  const names = Object.entries(packages)
    .filter(([, entry]) => entry.hasInstallScript)
    .map(([path]) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length));
  expect(names.length).toBeGreaterThan(0);
  expect(names.filter((name) => allowScripts[name] === undefined)).toEqual([]);
});
