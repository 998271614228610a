/**
 * What lies above the page. The page and the layers below the top one are inert, so that Tab, clicks and screen readers
 * stay in the top one; toasts stand outside of all and stay alive, which a modal `<dialog>` would not let them.
 */
const layers: HTMLElement[] = [];

function update(): void {
  const root = document.getElementById('root');
  if (root) root.inert = layers.length > 0;
  layers.forEach((layer, index) => {
    layer.inert = index < layers.length - 1;
  });
  document.documentElement.classList.toggle('has-layer', layers.length > 0);
}

export function isTopLayer(layer: HTMLElement | null): boolean {
  return layer !== null && layers.at(-1) === layer;
}

/**
 * Puts a layer on top and moves the focus into it, to what is marked `data-autofocus`, else to its heading.
 *
 * @returns takes it away again and gives the focus back to where it was
 */
export function openLayer(layer: HTMLElement): () => void {
  const opener = document.activeElement;
  layers.push(layer);
  update();
  layer.querySelector<HTMLElement>('[data-autofocus]')?.focus();
  return () => {
    layers.splice(layers.indexOf(layer), 1);
    update();
    const target = opener instanceof HTMLElement && opener.isConnected && opener !== document.body ? opener : null;
    (target ?? document.getElementById('main'))?.focus({ preventScroll: true });
  };
}
