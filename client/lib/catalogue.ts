import { facts } from '#brand/facts.ts';
import type { PageContent, Product } from '#shared/catalogue/products.ts';
import { productPath } from '#shared/content/page-address.ts';
import type { PictureFacts } from '#shared/content/picture-ref.ts';
import type { PublicFacts } from '#shared/content/shop-facts.ts';
import { forEachLanguage, LANGUAGES, type Language, type Localized } from '#shared/core/language.ts';

/** The document's data block with its content; scripts/prerender.ts writes it. */
const BLOCK = 'content';

/** For documents without content, such as the admin's. */
const NO_SHIPPING: PageContent['shipping'] = { free: null, shipDays: forEachLanguage(() => ''), secondBoxCents: {} };

let content: PageContent | undefined;

/** Sets the content before a page is rendered without a browser. */
export function startContent(given: PageContent): void {
  content = given;
}

/**
 * The products of this document, in order. They stay the same until another document is loaded: later changes reach the
 * shopper with the next quote.
 */
export function products(): readonly Product[] {
  return pageContent().products;
}

/** What this document says about shipping. */
export const shipping = () => pageContent().shipping;

/** The facts of the business in this document. */
export const shopFacts = (): PublicFacts => pageContent().facts ?? facts;

/** The paths of this document's page, if no other document shows that page and `path` is one of them. */
export function ownPage(path: string): PageContent['own'] {
  const { own } = pageContent();
  return own && Object.values(own.paths).includes(path) ? own : undefined;
}

/** The product with this path in any language. */
export function productAt(path: string): Product | null {
  const slug = /^\/product\/([^/]+)\/?$/.exec(path)?.[1];
  return (slug && products().find((product) => LANGUAGES.some((language) => product.slug[language] === slug))) || null;
}

/** The path of the same page in a language. */
export function pathIn(path: string, language: Language): string {
  const product = productAt(path);
  return product ? productPath(product, language) : (ownPage(path)?.paths[language] ?? path);
}

/** The facts of an uploaded picture; `null` if this document does not show it. */
export function uploadedPicture(name: string): PictureFacts | null {
  const { products, stories = [], places } = pageContent();
  return [...products, ...stories, places].find((each) => each?.pictures[name])?.pictures[name] ?? null;
}

/** A sentence of the brand's tables, in the owner's wording if there is one. */
export function sentence(text: Localized, language: Language): string {
  return pageContent().texts?.[text[LANGUAGES[0]]]?.[LANGUAGES.indexOf(language)] ?? text[language];
}

/** The content of this document. */
export const pageContent = () => (content ??= readBlock());

function readBlock(): PageContent {
  const text = typeof document === 'undefined' ? null : document.getElementById(BLOCK)?.textContent;
  return text ? (JSON.parse(text) as PageContent) : { revision: 0, products: [], shipping: NO_SHIPPING };
}
