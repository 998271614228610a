import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { products } from '#brand/catalogue.ts';
import { facts } from '#brand/facts.ts';
import en from '#brand/texts/en/line-sheet.json' with { type: 'json' };
import es from '#brand/texts/es/line-sheet.json' with { type: 'json' };
import { FIRST_BRAND } from '#scripts/brand-folder.ts';
import { readLineSheetParts } from '#scripts/line-sheet-parts.ts';
import { brandContent } from '#shared/catalogue/brand-products.ts';
import { ean13Paths } from '#shared/catalogue/ean13.ts';
import { aProduct } from '#test/catalogue.ts';
import { localized } from '#test/localized.ts';
import { lineSheet } from './line-sheet.ts';

const folder = mkdtempSync(join(tmpdir(), 'shop-sheet-'));
let html = '';

beforeAll(() => {
  cpSync('client/line-sheet.html', join(folder, 'line-sheet.html'));
  mkdirSync(join(folder, 'assets/images'), { recursive: true });
  for (const { images } of products) writeFileSync(join(folder, `assets/images/${images[0]}-abc-960.jpg`), '');
  html = lineSheet(readLineSheetParts(folder), brandContent());
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('the line sheet has every product with its GTIN, case pack and names in both languages', () => {
  for (const { gtin, name, pieces } of products) {
    for (const text of [gtin, name.en, name.es, `${pieces} pieces`, `${pieces} piezas`]) expect(html).toContain(text);
  }
  for (const text of [facts.phone, facts.wholesaleEmail]) expect(html).toContain(text);
});

test('the line sheet has the terms: price on request, minimum, shelf life, allergens', () => {
  for (const text of [
    'On request',
    'A solicitud',
    `${facts.wholesaleMinimumBoxes} boxes`,
    'Contains: wheat',
    'Contiene: trigo',
  ])
    expect(html).toContain(text);
  for (const { shelfLifeDays } of products) expect(html).toContain(`${shelfLifeDays} days from packing`);
});

test('the line sheet shows the shop’s price of the box and of each piece; a single piece has one price', () => {
  const sheetOf = (fields: object) => lineSheet(readLineSheetParts(folder), { products: [aProduct(fields)] });
  const sheet = sheetOf({ priceCents: 2100, pieces: 40 });
  expect(sheet).toContain('<td>$21.00 ($0.53 ea.)</td>');
  expect(sheetOf({ priceCents: 2100, pieces: 1 })).toContain('<td>$21.00</td>');
});

test('the line sheet has the logo, and the thirteen bars of each product’s number', () => {
  expect(html).toContain(readFileSync(`${FIRST_BRAND}/images/logo.svg`, 'utf8'));
  for (const { gtin } of products) for (const path of ean13Paths(gtin, 40)) expect(html).toContain(`d="${path}"`);
});

test('the line sheet has no unfilled placeholder, and its pictures exist', () => {
  expect(html).not.toMatch(/<!--|\{\w+\}|undefined/);
  for (const [, src = ''] of html.matchAll(/src="([^"]+)"/g)) expect(existsSync(join(folder, src))).toBe(true);
});

test('both languages of the line sheet have the same texts', () => {
  expect(Object.keys(es)).toEqual(Object.keys(en));
});

test('products with other ingredients have a separate list with their names and allergens', () => {
  const [first] = brandContent().products;
  const other = aProduct({
    id: 'other',
    name: localized('The nutty one', 'La de nueces'),
    allergens: ['wheat', 'treeNuts'],
    allergenSpecies: { treeNuts: localized('almond', 'almendra') },
    ingredients: [{ name: localized('Almonds', 'Almendras'), of: localized('', '') }],
  });
  const sheet = lineSheet(readLineSheetParts(folder), { products: [aProduct(), other] });
  expect(sheet).toContain(`<b>${first?.name.en}:</b>`);
  expect(sheet).toContain('<b>The nutty one:</b> Almonds. <b>Contains: wheat, tree nuts (almond).</b>');
  expect(sheet).toContain('<b>La de nueces:</b> Almendras. <b>Contiene: trigo, nueces de árbol (almendra).</b>');
});

test('a product without a storage text has none of another; one of the brand has the sheet’s', () => {
  const sheetOf = (...shown: ReturnType<typeof aProduct>[]) =>
    lineSheet(readLineSheetParts(folder), { products: shown });
  expect(html).toContain(`<dt>${en.storage}</dt><dd>${en.storage_text}</dd>`);
  const jam = aProduct({ id: 'jam', name: localized('Jam', 'Mermelada'), isFirst: false });
  expect(sheetOf(jam)).not.toContain(`<dt>${en.storage}</dt>`);
  const ice = { ...jam, id: 'ice', name: localized('Ice', 'Helado'), storage: localized('Frozen <0°F', 'Congelado') };
  const mixed = sheetOf(jam, ice, { ...jam, isFirst: true, name: localized('Box', 'Caja') });
  expect(mixed).toContain('<dd><b>Ice:</b> Frozen &lt;0°F</dd>');
  expect(mixed).toContain(`<dd><b>Caja:</b> ${es.storage_text}</dd>`);
  expect(sheetOf(ice)).toContain('<dd>Frozen &lt;0°F</dd>');
});

test('one unit and one day use the singular', () => {
  const sheet = lineSheet(readLineSheetParts(folder), { products: [aProduct({ pieces: 1, shelfLifeDays: 1 })] });
  for (const text of ['1 piece ', '1 pieza<', '1 day from packing', '1 día desde que se empaca']) {
    expect(sheet).toContain(text);
  }
});
