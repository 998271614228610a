import { MAX_LINES, MAX_QUANTITY } from '#shared/checkout/limits.ts';
import { type Cart, findProduct, type ProductId } from './cart.ts';

/** Adds units of a product: a new line, or a higher quantity of the existing one, up to the limit of a line. */
export function addToCart(cart: Cart, id: ProductId, quantity = 1): Cart {
  const isNew = !cart.some((line) => line.id === id);
  return changeQuantity(isNew ? [...cart, { id, quantity: 0 }] : cart, id, quantity);
}

/** Changes a line's quantity, never below 1 nor above the limit; removing is a separate function. */
export function changeQuantity(cart: Cart, id: ProductId, by: number): Cart {
  return cart.map((line) =>
    line.id === id ? { id, quantity: Math.min(MAX_QUANTITY, Math.max(1, line.quantity + by)) } : line,
  );
}

/** The cart without these paid lines; quantities added in the meantime stay. */
export function withoutPaid(cart: Cart, paid: readonly { id: string; quantity: number }[]): Cart {
  return cart.flatMap((line) => {
    const bought = paid.reduce((sum, { id, quantity }) => (id === line.id ? sum + quantity : sum), 0);
    return line.quantity > bought ? { ...line, quantity: line.quantity - bought } : [];
  });
}

/** The cart with the lines of an order added, up to the limits, without products that are no longer sold. */
export function withLines(cart: Cart, lines: readonly { id: string; quantity: number }[]): Cart {
  return lines.reduce((filled, { id, quantity }) => {
    const isNew = !filled.some((line) => line.id === id);
    if (!findProduct(id) || (isNew && filled.length >= MAX_LINES)) return filled;
    return addToCart(filled, id, quantity);
  }, cart);
}

export function removeLine(cart: Cart, id: ProductId): Cart {
  return cart.filter((line) => line.id !== id);
}

export function quantityOf(cart: Cart, id: ProductId): number {
  return cart.find((line) => line.id === id)?.quantity ?? 0;
}
