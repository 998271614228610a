import { MAX_LINES, MAX_QUANTITY } from '#shared/checkout-limits.ts';
import type { Product } from '#shared/products.ts';
import { orderTotals } from '#shared/totals.ts';
import { products } from '../../lib/catalogue.ts';

export type ProductId = Product['id'];
/** A product in the cart; its other data is in the catalogue, which may no longer have it. */
export type CartLine = { id: ProductId; quantity: number };
export type Cart = readonly CartLine[];

export const EMPTY_CART: Cart = [];

export function findProduct(id: unknown): Product | null {
  return products().find((product) => product.id === id) ?? null;
}

export function getProduct(id: ProductId): Product {
  const product = findProduct(id);
  if (!product) throw new Error(`The catalogue has no ${id}`);
  return product;
}

/** The lines that can be bought. Others stay in the cart, and say so, until they can or are removed. */
export function buyableLines(cart: Cart): Cart {
  return cart.filter(({ id }) => findProduct(id)?.availability === 'in_stock');
}

/** Adds one of a product: a new line, or a higher quantity of the existing one, up to the limit of a line. */
export function addToCart(cart: Cart, id: ProductId): Cart {
  return cart.some((line) => line.id === id) ? changeQuantity(cart, id, 1) : [...cart, { id, quantity: 1 }];
}

/** Changes a line's quantity, never below 1 nor above the limit; removing is a separate function. */
export function changeQuantity(cart: Cart, id: ProductId, by: number): Cart {
  return cart.map((line) =>
    line.id === id ? { id, quantity: Math.min(MAX_QUANTITY, Math.max(1, line.quantity + by)) } : line,
  );
}

/** The cart without these paid lines; quantities that were added meanwhile stay. */
export function withoutPaid(cart: Cart, paid: readonly { id: string; quantity: number }[]): Cart {
  return cart.flatMap((line) => {
    const bought = paid.reduce((sum, { id, quantity }) => (id === line.id ? sum + quantity : sum), 0);
    return line.quantity > bought ? { ...line, quantity: line.quantity - bought } : [];
  });
}

export function removeLine(cart: Cart, id: ProductId): Cart {
  return cart.filter((line) => line.id !== id);
}

/** Quantity of a product in the cart. */
export function quantityOf(cart: Cart, id: ProductId): number {
  return cart.find((line) => line.id === id)?.quantity ?? 0;
}

/** Pieces that can be bought. */
export function countPieces(cart: Cart): number {
  return buyableLines(cart).reduce((sum, line) => sum + line.quantity, 0);
}

/** Sum of price times quantity of what can be bought, in US cents, without shipping. */
export function subtotalCents(cart: Cart): number {
  const lines = buyableLines(cart).map(({ id, quantity }) => ({ priceCents: getProduct(id).priceCents, quantity }));
  return orderTotals(lines).subtotalCents;
}

/** What an id looks like (shared/products.ts). */
const ID = /^[A-Za-z0-9][\w-]{0,63}$/;

/** Parses a stored cart: entries that are no lines are left out; a product may have left the catalogue since. */
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
