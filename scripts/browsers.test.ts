import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { NEWER_FUNCTIONS } from '#test/newer-functions.ts';

const ASSETS = 'dist/client/assets';

/** Chunks that test for the function first, or have their own method of this name. */
const HARMLESS: Readonly<Record<string, readonly string[]>> = {
  'code-cards': ['Uint8Array.prototype.toBase64'],
  common: ['Document.prototype.startViewTransition'],
  react: ['Document.prototype.startViewTransition', 'HTMLElement.prototype.popover', 'navigation'],
  toaster: ['Array.prototype.toSorted', 'Element.prototype.ariaHidden'],
};

/** Syntax that no build lowers: an old browser refuses the whole chunk. */
const NEWER_SYNTAX: Readonly<Record<string, RegExp>> = {
  lookbehind: /\(\?<[=!]/,
  'modifiers in a regular expression': /\(\?(?:[ims]+(?:-[ims]+)?|-[ims]+):/,
  'flag v': /RegExp\([^()]*,\s*[`'"][a-z]*v/,
};

/** A call with `?.` tests for the function first. */
function patternOf(name: string): RegExp {
  const [owner = '', last] = name.split('.prototype.');
  if (last) return new RegExp(`\\.${last}\\b(?!\\?\\.)`);
  if (owner.includes('.')) return new RegExp(`(?<![\\w$])${owner.replace('.', '\\.')}\\b(?!\\?\\.)`);
  return new RegExp(`(?<![\\w$.])(?:(?:globalThis|self|window)\\.)?${owner}(?:\\.\\w|\\()`);
}

const PATTERNS: [name: string, RegExp][] = [
  ...NEWER_FUNCTIONS.map((name): [string, RegExp] => [name, patternOf(name)]),
  ...Object.entries(NEWER_SYNTAX),
];
const newerIn = (code: string) => PATTERNS.filter(([, pattern]) => pattern.test(code)).map(([name]) => name);

test('the built code has no function that the oldest browsers lack, and no syntax that they cannot parse', () => {
  const found: Record<string, string[]> = {};
  for (const file of readdirSync(ASSETS).filter((name) => name.endsWith('.js'))) {
    const chunk = file.slice(0, -'-12345678.js'.length);
    const names = newerIn(readFileSync(join(ASSETS, file), 'utf8')).filter((name) => !HARMLESS[chunk]?.includes(name));
    if (names.length > 0) found[chunk] = names;
  }
  expect(found).toEqual({});
});

test('style sheets have no media query that Safari supports only from 16.4 on', () => {
  for (const file of readdirSync(ASSETS).filter((name) => name.endsWith('.css'))) {
    const queries = readFileSync(join(ASSETS, file), 'utf8').match(/@media[^{]*/g) ?? [];
    expect(queries.filter((query) => /\bnot \(|[<>]/.test(query))).toEqual([]);
  }
});

test.each([
  ['let t=Map.groupBy(e,({id:e})=>e)', 'Map.groupBy'],
  ['e.findLast(f).isWellFormed()', 'String.prototype.isWellFormed'],
  ['fetch(e,{signal:AbortSignal.any([t,n])})', 'AbortSignal.any'],
  ['let e=new Intl.Segmenter(t)', 'Intl.Segmenter'],
  ['requestIdleCallback(e)', 'requestIdleCallback'],
  ['window.scheduler.yield()', 'scheduler'],
  ['t.current?.checkVisibility()', 'Element.prototype.checkVisibility'],
  ['e.replace(/(?<!s)$/,`s`)', 'lookbehind'],
  ['RegExp(`(?<=a)b`)', 'lookbehind'],
  ['/(?i:a)b/.test(e)', 'modifiers in a regular expression'],
  ['RegExp(`[a--b]`,`gv`)', 'flag v'],
])('finds what an older browser lacks in %s', (code, name) => {
  expect(newerIn(code)).toEqual([name]);
});

test.each([
  'e.hidePopover?.()',
  'Map.groupBy?.(e,t)',
  'n.groupBy(e)',
  '`Use the navigation. Then scroll`',
  'e={navigation:1}',
  '/(?:a|b)(?=c)(?!d)(?<name>e)/u.test(e)',
])('finds nothing in %s', (code) => {
  expect(newerIn(code)).toEqual([]);
});
