import type { ComponentProps, MouseEvent } from 'react';
import { addProduct } from './add-product.ts';

type Props = ComponentProps<'div'> & {
  /** Called for each press, before the product is added. */
  onAdd?: () => void;
};

/**
 * Handles clicks on add-to-cart buttons inside, including those in a static island, which have no code of their own.
 */
export function AddArea({ onAdd, ...rest }: Props) {
  function onClick({ target }: MouseEvent) {
    const id = target instanceof Element ? target.closest<HTMLElement>('[data-add]')?.dataset.add : undefined;
    if (id === undefined) return;
    onAdd?.();
    addProduct(id);
  }
  // biome-ignore lint/a11y/noStaticElementInteractions: the buttons inside are what is pressed
  // biome-ignore lint/a11y/useKeyWithClickEvents: a key on a button is a click
  return <div {...rest} onClick={onClick} />;
}
