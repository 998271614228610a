import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { type Product, products } from '#brand/catalogue.ts';
import { facts } from '#brand/facts.ts';
import { images } from '#brand/images.ts';
import { allergens, ingredients, nutrition } from '#brand/nutrition.ts';
import en from '#brand/texts/en/line-sheet.json' with { type: 'json' };
import es from '#brand/texts/es/line-sheet.json' with { type: 'json' };
import { LANGUAGES, type Language } from '#shared/language.ts';

const texts = { en, es };
type Key = keyof typeof en;
const OUNCES_PER_POUND = 16;

/** Fills `dist/client/line-sheet.html`: a page for buyers in both languages side by side, made from the catalogue. */
export function writeLineSheet(dist = 'dist/client'): void {
  const path = `${dist}/line-sheet.html`;
  const html = readFileSync(path, 'utf8')
    .replace('<!--title-->', () => `${escapeHtml(facts.name)} · ${text('en', 'title')} / ${text('es', 'title')}`)
    .replace('<!--sheet-->', () => sheet(pictures(dist)));
  writeFileSync(path, html);
}

/** The smallest JPEG of a picture: it is printed three inches wide. */
function pictures(dist: string): (name: string) => string {
  const files = readdirSync(`${dist}/assets/images`);
  return (name) => `/assets/images/${files.find((file) => file.startsWith(`${name}-`) && file.endsWith('-960.jpg'))}`;
}

function sheet(picture: (name: string) => string): string {
  const { street, city, state, zipCode } = facts.address;
  return `<main class="sheet">
<header><h1>${both('title')}</h1><p>${escapeHtml(facts.name)}<br>${escapeHtml(`${street}, ${city}, ${state} ${zipCode}`)}</p></header>
<div class="both">${LANGUAGES.map((l) => `<p lang="${l}">${text(l, 'intro')}</p>`).join('')}</div>
<div class="products">${products.map((product) => productPart(product, picture)).join('')}</div>
<div class="both">${LANGUAGES.map(factsPart).join('')}</div>
<footer>${text('en', 'contact')} / ${text('es', 'contact')}: ${[facts.phone, facts.wholesaleEmail].map(escapeHtml).join(' · ')}</footer>
</main>`;
}

function productPart(product: Product, picture: (name: string) => string): string {
  const [length, width, height] = product.parcelInches;
  const pounds = (product.weightOz / OUNCES_PER_POUND).toFixed(1);
  const inches = { a: String(length), b: String(width), c: String(height) };
  const rows: [Key, string][] = [
    ['size', escapeHtml(product.size.en)],
    ['case_pack', pair((l) => text(l, 'case_pack_value', { pieces: String(product.pieces) }))],
    ['gtin', product.gtin],
    ['case_weight', text('en', 'pounds', { pounds })],
    ['case_size', text('en', 'inches', inches)],
  ];
  return `<section><img src="${picture(product.images[0])}" alt="${escapeHtml(images[product.images[0]].alt.en)}" width="960" height="720">
<h2>${pair((l) => escapeHtml(product.name[l]))}</h2>
<table>${rows.map(([key, value]) => `<tr><th scope="row">${both(key)}</th><td>${value}</td></tr>`).join('')}</table></section>`;
}

function factsPart(language: Language): string {
  const list = ingredients.map(({ name, of }) => `${name[language]} (${of[language]})`).join('; ');
  const { servingSize: serving, calories } = nutrition;
  const entries: [Key, string][] = [
    ['ingredients', escapeHtml(`${list}.`)],
    ['contains', escapeHtml(`${allergens[language]}.`)],
    ['storage', text(language, 'storage_text')],
    ['delivery', text(language, 'delivery_text')],
  ];
  return `<dl lang="${language}">${entries.map(([key, value]) => `<dt>${text(language, key)}</dt><dd>${value}</dd>`).join('')}
<dd>${text(language, 'nutrition', { serving, calories: String(calories) })}. ${text(language, 'suggestion')}</dd></dl>`;
}

function both(key: Key): string {
  return pair((language) => text(language, key));
}

/** English, and Spanish in a line of its own where it is another word. */
function pair(words: (language: Language) => string): string {
  const [english, spanish] = [words('en'), words('es')];
  return english === spanish ? english : `${english} <span lang="es">${spanish}</span>`;
}

function text(language: Language, key: Key, values: Record<string, string> = {}): string {
  return escapeHtml(texts[language][key].replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? ''));
}

function escapeHtml(raw: string): string {
  return raw.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
