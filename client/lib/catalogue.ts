import type { PageContent, Product } from '#shared/products.ts';

/** The data block of a document with its content; scripts/prerender.ts writes it. */
const BLOCK = 'content';

let content: PageContent | undefined;

/** Before a page is rendered without a browser: what it shows. */
export function startContent(given: PageContent): void {
  content = given;
}

/**
 * The products of this document, in order. They stay the same until another document is loaded: what is published
 * meanwhile reaches the shopper with the next quote.
 */
export function products(): readonly Product[] {
  content ??= readBlock();
  return content.products;
}

function readBlock(): PageContent {
  const text = typeof document === 'undefined' ? null : document.getElementById(BLOCK)?.textContent;
  return text ? (JSON.parse(text) as PageContent) : { revision: 0, products: [] };
}
