import * as m from '#messages';
import type { Product } from '#shared/catalogue/products.ts';
import { useLanguage } from '../../lib/language.ts';
import { type ButtonLook, buttonClass } from '../../ui/button.tsx';

const UNAVAILABLE = { sold_out: m.shop_sold_out, coming_soon: m.shop_coming_soon };

/** Why a product cannot be bought now, as a short label; `null` when it can. */
export function unavailableWord({ availability }: Pick<Product, 'availability'>): string | null {
  return availability === 'in_stock' ? null : (UNAVAILABLE[availability]() ?? null);
}

type Props = { product: Product; size?: ButtonLook['size']; className?: string };

/**
 * Adds a product to the cart through the surrounding `AddArea`; without stock it says why it cannot. In the product's
 * accent.
 */
export function AddButton({ product, size, className = '' }: Props) {
  const name = product.name[useLanguage()];
  const word = unavailableWord(product);
  return word === null ? (
    <button
      type="button"
      data-add={product.id}
      aria-label={m.shop_add_to_cart_named({ name })}
      className={buttonClass(
        { size },
        `bg-(--accent)! px-5! [--edge:var(--accent-dark)]! hover:bg-(--accent-dark)! ${className}`,
      )}
    >
      {m.shop_add_to_cart()}
    </button>
  ) : (
    <button
      type="button"
      disabled
      className={buttonClass(
        { size, variant: 'quiet' },
        `px-5! text-ink! border-line! bg-tint! opacity-100! ${className}`,
      )}
    >
      {word}
    </button>
  );
}
