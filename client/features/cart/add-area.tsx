import type { ComponentProps, MouseEvent } from 'react';
import { addProduct } from './add-product.ts';

type Props = ComponentProps<'div'> & {
  /** Called for each press, before the product is added. */
  onAdd?: () => void;
};

/**
 * Handles clicks on add-to-cart buttons inside, including those in a static island, which have no code of their own. A
 * field `data-quantity-of` a product says how many are added.
 */
export function AddArea({ onAdd, ...rest }: Props) {
  function onClick({ target, currentTarget }: MouseEvent) {
    const id = (target as Element).closest<HTMLElement>('[data-add]')?.dataset.add;
    if (id === undefined) return;
    onAdd?.();
    addProduct(id, quantityIn(currentTarget.querySelector(`[data-quantity-of="${id}"]`)));
  }
  // biome-ignore lint/a11y/noStaticElementInteractions: the buttons inside are what is pressed
  // biome-ignore lint/a11y/useKeyWithClickEvents: a key on a button is a click
  return <div {...rest} onClick={onClick} />;
}

/** The quantity in a field, at least 1; 1 without a field. */
export const quantityIn = (field: HTMLInputElement | null) => Math.max(1, Math.trunc(Number(field?.value)) || 1);
