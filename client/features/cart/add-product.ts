import * as m from '#messages';
import { MAX_QUANTITY } from '#shared/checkout/limits.ts';
import { getLanguage } from '../../lib/language.ts';
import { toast } from '../../ui/toast.ts';
import { findProduct } from './cart.ts';
import { cartStore } from './cart-store.ts';
import { addToCart, quantityOf } from './change-cart.ts';

/** Adds units of a product to the cart, up to the limit of a line, and shows the result as a toast. */
export function addProduct(id: string, quantity = 1): void {
  const product = findProduct(id);
  if (!product) return;
  const before = cartStore.get();
  cartStore.set(addToCart(before, id, quantity));
  if (quantityOf(before, id) + quantity > MAX_QUANTITY) {
    toast({
      title: m.shop_most_title,
      description: () => m.shop_most_text({ max: MAX_QUANTITY }),
      variant: 'destructive',
    });
    return;
  }
  toast({ title: m.shop_added_toast, description: () => product.name[getLanguage()] });
}
