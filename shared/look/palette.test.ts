import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { contrast, TEXT_CONTRAST } from './contrast.ts';
import { brandLook, faultsInLook } from './look.ts';
import { fromOklch, toOklch } from './oklch.ts';
import { brandColours, changedPalette, contrastFaults, nearestColour, readableOn, shadesOf } from './palette.ts';
import { COLOUR_ROLES } from './roles.ts';

test.each([
  // WebAIM's and the W3C's published values.
  ['#000000', '#ffffff', 21],
  ['#ffffff', '#ffffff', 1],
  ['#777777', '#ffffff', 4.48],
  ['#767676', '#ffffff', 4.54],
  ['#0000ff', '#ffffff', 8.59],
  ['#ff0000', '#ffffff', 4.0],
  ['#00ff00', '#ffffff', 1.37],
  ['#ffff00', '#000000', 19.56],
])('the contrast of %s and %s is %d, either way round', (a, b, ratio) => {
  expect(contrast(a, b)).toBeCloseTo(ratio, 1);
  expect(contrast(b, a)).toBe(contrast(a, b));
});

test.each([
  // Björn Ottosson's and CSS Color 4's published values.
  ['#ffffff', 1, 0],
  ['#000000', 0, 0],
  ['#ff0000', 0.628, 0.258],
  ['#00ff00', 0.866, 0.295],
  ['#0000ff', 0.452, 0.313],
])('%s has the OKLCH lightness %d and the chroma %d, and comes back', (colour, l, c) => {
  const found = toOklch(colour);
  expect([found.l, found.c].map((each) => each.toFixed(2))).toEqual([l.toFixed(2), c.toFixed(2)]);
  expect(fromOklch(found)).toBe(colour);
});

test('the six colours of the brand are those of its palette, and readable', () => {
  const css = readFileSync('brand/palette.css', 'utf8');
  for (const role of COLOUR_ROLES) expect(css).toContain(`--color-${role}: ${brandColours[role]};`);
  expect(contrastFaults(brandColours)).toEqual([]);
  expect(changedPalette(brandColours)).toEqual({});
});

test('an unreadable colour is refused with the nearest shade that works in every pair, of the same hue', () => {
  for (const [role, colour] of [
    ['brand', '#ff8fa0'],
    ['second', '#88ddbb'],
    ['ink', '#bbaa99'],
    ['accent', '#401010'],
    ['ground', '#202020'],
    ['tint', '#b06060'],
  ] as const) {
    const colours = { ...brandColours, [role]: colour };
    expect(contrastFaults(colours).length, role).toBeGreaterThan(0);
    const found = nearestColour(role, colours);
    if (found === null) throw new Error(`no shade for ${role}`);
    expect(contrastFaults({ ...colours, [role]: found }), role).toEqual([]);
    const [before, after] = [toOklch(colour), toOklch(found)];
    if (before.c > 0.02 && after.c > 0.02) expect(Math.abs(before.h - after.h), role).toBeLessThan(0.2);
    // One step back towards the given colour does not work.
    const back = fromOklch({ ...before, l: after.l + (before.l > after.l ? 0.01 : -0.01) });
    expect(contrastFaults({ ...colours, [role]: back }).length, role).toBeGreaterThan(0);
  }
});

test('colours among which no shade works are refused without a suggestion', () => {
  const colours = { ...brandColours, ground: '#111111' };
  expect(nearestColour('ink', colours)).toBeNull();
  const faults = faultsInLook({ ...brandLook, colours });
  expect(faults.find(({ path }) => path === 'colours.ink')?.code).toBe('contrast_none');
});

test('a changed colour changes its own shades alone, and all of them are readable', () => {
  const colours = { ...brandColours, brand: '#0b4f9e' };
  expect(Object.keys(changedPalette(colours)).sort()).toEqual(['brand', 'brand-dark', 'brand-light']);
  const own = {
    ground: '#f4f8ff',
    tint: '#dce8fb',
    brand: '#0b4f9e',
    accent: '#f2c14e',
    second: '#5a2a82',
    ink: '#14213d',
  };
  expect(contrastFaults(own)).toEqual([]);
  const shades = shadesOf(own);
  for (const [text, back] of [
    [own.ground, shades['brand-dark']],
    [own.ground, shades['second-dark']],
    [own.ink, shades['accent-light']],
    [shades['second-light'], own.second],
    [own.ink, shades['second-light']],
    [shades['ink-soft'], own.ground],
    [shades['ink-soft'], own.tint],
    [shades['ink-soft'], '#ffffff'],
  ]) {
    expect(contrast(String(text), String(back)), `${text} ${back}`).toBeGreaterThanOrEqual(TEXT_CONTRAST);
  }
});

test('a dark colour becomes readable on a dark ground', () => {
  for (const colour of ['#86142c', '#000000', '#1c5748']) {
    expect(contrast(readableOn(colour, '#2b1713'), '#2b1713')).toBeGreaterThanOrEqual(TEXT_CONTRAST);
  }
});

test.each(['', '#12345', 'red', '#GGGGGG', 'url(x)', '#a81d3a;color:red', '#A81D3A80'])('%j is refused', (colour) => {
  const faults = faultsInLook({ ...brandLook, colours: { ...brandColours, brand: colour } });
  expect(faults).toMatchObject([{ path: 'colours.brand', code: 'colour_invalid' }]);
});
