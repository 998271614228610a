import type { Product } from '#shared/catalogue/products.ts';
import { MAX_LINES, MAX_QUANTITY } from '#shared/checkout/limits.ts';
import { products } from '../../lib/catalogue.ts';

export type ProductId = Product['id'];
/** A product in the cart; its other data is in the catalogue, which may no longer have it. */
export type CartLine = { id: ProductId; quantity: number };
export type Cart = readonly CartLine[];

export const EMPTY_CART: Cart = [];

export function findProduct(id: unknown): Product | null {
  return products().find((product) => product.id === id) ?? null;
}

/** The lines that can be bought. Others stay in the cart, marked, until they can be bought or are removed. */
export function buyableLines(cart: Cart): Cart {
  return cart.filter(({ id }) => findProduct(id)?.availability === 'in_stock');
}

/** The number of buyable units. */
export function countPieces(cart: Cart): number {
  return buyableLines(cart).reduce((sum, line) => sum + line.quantity, 0);
}

/** The form of an id (shared/catalogue/products.ts). */
const ID = /^[A-Za-z0-9][\w-]{0,63}$/;

/** Parses a stored cart and drops invalid entries. The catalogue may have lost a product since. */
export function readCart(text: string | null): Cart {
  let stored: unknown;
  try {
    stored = JSON.parse(text ?? '[]');
  } catch {
    return EMPTY_CART;
  }
  if (!Array.isArray(stored)) return EMPTY_CART;
  const lines: CartLine[] = [];
  for (const entry of stored as unknown[]) {
    if (typeof entry !== 'object' || entry === null) continue;
    const { id, quantity } = entry as { id?: unknown; quantity?: unknown };
    if (typeof id !== 'string' || !ID.test(id)) continue;
    if (!Number.isSafeInteger(quantity) || (quantity as number) < 1) continue;
    if (lines.some((line) => line.id === id) || lines.length === MAX_LINES) continue;
    lines.push({ id, quantity: Math.min(MAX_QUANTITY, quantity as number) });
  }
  return lines;
}
