import { facts as brand } from '#brand/facts.ts';
import { type ImageName, images } from '#brand/images.ts';
import { sections } from '#brand/sections.ts';
import { sizes } from '#brand/sizes.ts';
import { lineSheetTexts } from '#brand/texts/tables.ts';
import { allergensOf } from '#shared/catalogue/allergens.ts';
import { EAN13_MODULES, ean13Paths } from '#shared/catalogue/ean13.ts';
import type { Product, SiteContent } from '#shared/catalogue/products.ts';
import { altKey } from '#shared/content/brand-sentences.ts';
import { fillBrandWords } from '#shared/content/brand-words.ts';
import { mediaJpeg } from '#shared/content/picture-ref.ts';
import type { PublicFacts } from '#shared/content/shop-facts.ts';
import { LINE_SHEET_KEY } from '#shared/content/text-keys.ts';
import { LANGUAGES, type Language } from '#shared/core/language.ts';
import { formatPrice } from '#shared/core/money.ts';
import { gramsOf } from '#shared/core/weights.ts';
import { paletteStyle } from './look-document.ts';

type Key = keyof (typeof lineSheetTexts)[Language];
/** A sentence of the sheet, ready for HTML. */
type Say = (language: Language, key: Key, values?: Record<string, string>) => string;
const OUNCES_PER_POUND = 16;
const BARCODE_HEIGHT = 40;

/** The document around the sheet, the logo as SVG, and the URL of each picture. */
export type LineSheetParts = { template: string; logo: string; pictures: Record<string, string> };

/**
 * A page for wholesale buyers in all languages side by side, generated from the catalogue.
 *
 * @param site the products, and changes from the brand: facts, and sentences by their key with the prefix
 * LINE_SHEET_KEY
 */
export function lineSheet(
  { template, logo, pictures }: LineSheetParts,
  {
    products,
    facts = brand,
    changedTexts = {},
    look,
  }: Pick<SiteContent, 'products' | 'facts' | 'changedTexts' | 'look'>,
): string {
  const say: Say = (language, key, values = {}) => {
    const said =
      changedTexts[LINE_SHEET_KEY + key]?.[language] ?? fillBrandWords(lineSheetTexts[language][key], language);
    return escapeHtml(said.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? ''));
  };
  const ofBrand: FindPicture = (name) => ({
    src: pictures[name] ?? '',
    alt: (changedTexts[altKey(name)] ?? images[name].alt).en,
  });
  const own = look?.logo;
  const shownLogo = own
    ? `<img src="${own.src}" width="${own.width}" height="${own.height}" alt="${escapeHtml(facts.name)}">`
    : logo;
  return template
    .replace('<html lang="en">', `<html lang="en"${paletteStyle(look)}>`)
    .replace('<!--title-->', () => `${escapeHtml(facts.name)} · ${LANGUAGES.map((l) => say(l, 'title')).join(' / ')}`)
    .replace('<!--sheet-->', () => sheet(say, { products, facts }, shownLogo, ofBrand));
}

/** A picture of the brand. */
type FindPicture = (name: ImageName) => { src: string; alt: string };

type Shown = { products: readonly Product[]; facts: Omit<PublicFacts, 'hours' | 'social'> };

function sheet(text: Say, { products, facts }: Shown, logo: string, picture: FindPicture): string {
  const { street, city, state, zipCode } = facts.address;
  const terms: [Key, (l: Language) => string][] = [
    ['price', (l) => text(l, 'price_value')],
    ['minimum', (l) => counted(text, l, 'minimum_value', { count: brand.wholesaleMinimumBoxes })],
    ['delivery', (l) => text(l, 'delivery_text')],
  ];
  return `<main class="sheet">
<header><div class="logo">${logo}</div><div><h1>${both(text, 'title')}</h1></div></header>
<div class="both intro">${LANGUAGES.map((l) => `<p lang="${l}">${text(l, 'intro')}</p>`).join('')}</div>
<div class="products">${products.map((product) => productPart(text, product, picture)).join('')}</div>
<table class="terms">${terms.map(([key, value]) => row(text, key, pair(value))).join('')}</table>
<div class="both">${LANGUAGES.map((language) => factsPart(text, language, products)).join('')}</div>
<footer><p>${pair((l) => `${text(l, 'contact')}`)}</p><p>${[facts.wholesaleEmail, facts.phone].map(escapeHtml).join('<br>')}</p><p>${escapeHtml(facts.legalName)}<br>${escapeHtml(`${street}, ${city}, ${state} ${zipCode}`)}</p></footer>
</main>`;
}

function productPart(text: Say, product: Product, picture: FindPicture): string {
  const [length, width, height] = product.parcelInches;
  const pounds = (product.weightOz / OUNCES_PER_POUND).toFixed(1);
  const inches = { a: String(length), b: String(width), c: String(height) };
  const pieceOz = product.pieceOz ?? 0;
  const piece = { ounces: String(pieceOz), grams: String(gramsOf(pieceOz)) };
  const rows: [Key, string][] = [
    ['size', escapeHtml(product.size.en)],
    ['piece', text('en', 'piece_value', piece)],
    ['case_pack', pair((l) => counted(text, l, 'case_pack_value', { pieces: product.pieces }))],
    ['retail', retailPrice(text, product)],
    ['case_weight', text('en', 'pounds', { pounds })],
    ['case_size', text('en', 'inches', inches)],
    ['shelf_life', pair((l) => counted(text, l, 'shelf_life_value', { days: product.shelfLifeDays }))],
  ];
  const [image] = product.images;
  const uploaded = product.pictures[image];
  const { src, alt } = uploaded
    ? { src: mediaJpeg(image, uploaded, 960), alt: uploaded.alt.en }
    : picture(image as ImageName);
  return `<section><img src="${src}" alt="${escapeHtml(alt)}" width="960" height="720">
<h2>${pair((l) => escapeHtml(product.name[l]))}</h2>
<table>${rows.map(([key, value]) => row(text, key, value)).join('')}</table>
${product.gtin && `<figure>${barcode(product.gtin)}<figcaption>${text('en', 'gtin')} ${product.gtin}</figcaption></figure>`}</section>`;
}

/** What shoppers pay for the box and for each piece, from which a store derives its own prices. */
function retailPrice(text: Say, { priceCents, pieces }: Product): string {
  const price = formatPrice(priceCents, 'en');
  if (pieces === null || pieces === 1) return price;
  return text('en', 'retail_value', { price, each: formatPrice(Math.round(priceCents / pieces), 'en') });
}

type CountedKey = 'minimum_value' | 'case_pack_value' | 'shelf_life_value';

/** A sentence with a number; it has a separate text for 1. */
function counted(text: Say, language: Language, key: CountedKey, count: Record<string, number | null>): string {
  const [[name, number] = ['', null]] = Object.entries(count);
  return number === 1 ? text(language, `${key}_one`) : text(language, key, { [name]: String(number) });
}

/** Barcodes that a buyer's scanner can read from the printed sheet. */
function barcode(gtin: string): string {
  const paths = ean13Paths(gtin, BARCODE_HEIGHT).map((path) => `<path d="${path}"/>`);
  return `<svg class="bars" viewBox="0 0 ${EAN13_MODULES} ${BARCODE_HEIGHT}" shape-rendering="crispEdges" aria-hidden="true">${paths.join('')}</svg>`;
}

function row(text: Say, key: Key, value: string): string {
  return `<tr><th scope="row">${both(text, key)}</th><td>${value}</td></tr>`;
}

function factsPart(text: Say, language: Language, products: readonly Product[]): string {
  const lines = products.flatMap(({ unit, pieceOz, nutrition }) => {
    if (!nutrition) return [];
    const { servingSize, calories: perServing } = nutrition;
    return text(language, 'nutrition', {
      size: unit ? sizes[unit].amount : `${pieceOz} oz`,
      serving: servingSize,
      calories: String(perServing),
    });
  });
  const storage = eachOnce(language, products, ({ storage: own, isFirst }) =>
    own[language] ? escapeHtml(own[language]) : isFirst ? text(language, 'storage_text') : '',
  );
  return `<dl lang="${language}"><dt>${text(language, 'ingredients')}</dt>${ingredientLists(text, language, products)}
${sections.nutrition ? `<dd>${[...new Set(lines)].map((line) => `${line}.`).join('<br>')}</dd>` : ''}
${storage && `<dt>${text(language, 'storage')}</dt>${storage}`}<dd>${text(language, 'suggestion')}</dd></dl>`;
}

/** The ingredients, with the allergens. */
function ingredientLists(text: Say, language: Language, products: readonly Product[]): string {
  return eachOnce(language, products, (product) => {
    const list = product.ingredients
      .map(({ name: of, of: parts }) => (parts[language] ? `${of[language]} (${parts[language]})` : of[language]))
      .join('; ');
    const named = allergensOf(product, language);
    const contains = named.length > 0 && text(language, 'contains', { allergens: named.join(', ') });
    return `${escapeHtml(`${list}.`)}${contains ? ` <b>${contains}.</b>` : ''}`;
  });
}

/** Each different text once, with the names of its products unless it is that of all; an empty one is left out. */
function eachOnce(language: Language, products: readonly Product[], htmlOf: (product: Product) => string): string {
  const texts = new Map<string, string[]>();
  for (const product of products) {
    const html = htmlOf(product);
    if (html !== '') texts.set(html, [...(texts.get(html) ?? []), product.name[language]]);
  }
  return [...texts]
    .map(([html, names]) => {
      const whose = names.length < products.length ? `<b>${escapeHtml(names.join(', '))}:</b> ` : '';
      return `<dd>${whose}${html}</dd>`;
    })
    .join('');
}

function both(text: Say, key: Key): string {
  return pair((language) => text(language, key));
}

/** The text in the first language, and in each other language on its own line if it differs. */
function pair(words: (language: Language) => string): string {
  const [first, ...others] = LANGUAGES;
  const same = words(first);
  const more = others.filter((l) => words(l) !== same).map((l) => ` <span lang="${l}">${words(l)}</span>`);
  return same + more.join('');
}

function escapeHtml(raw: string): string {
  return raw.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
