import { afterPaint } from '../../../lib/after-paint.ts';

/**
 * The open modals, the top one last. The page and the lower modals are inert, so that Tab, clicks and screen readers
 * stay in the top one. Toasts are outside and stay usable, which a native modal `<dialog>` would not allow.
 */
const modals: HTMLElement[] = [];

function update(): void {
  const root = document.getElementById('root');
  if (root) setInert(root, modals.length > 0);
  modals.forEach((modal, index) => {
    setInert(modal, index < modals.length - 1);
  });
  document.documentElement.classList.toggle('has-modal', modals.length > 0);
}

function setInert(element: HTMLElement, isInert: boolean): void {
  if (element.inert !== isInert) element.inert = isInert;
}

// Makes the page inert before the first key or press, if it arrives before the next frame.
for (const type of ['keydown', 'pointerdown']) addEventListener(type, update, true);

export function isTopModal(modal: HTMLElement | null): boolean {
  return modal !== null && modals.at(-1) === modal;
}

/**
 * Opens a modal on top and moves the focus to its `data-autofocus` element, else to its heading. The content below
 * becomes inert once the modal is painted, or with the next key or press. That restyles every element of the page,
 * which with fifty rows takes as long as showing an order.
 *
 * @returns closes it and restores the focus
 */
export function openModal(modal: HTMLElement): () => void {
  const opener = document.activeElement;
  modals.push(modal);
  document.documentElement.classList.add('has-modal');
  afterPaint(update);
  modal.querySelector<HTMLElement>('[data-autofocus]')?.focus();
  return () => {
    modals.splice(modals.indexOf(modal), 1);
    update();
    const target = opener instanceof HTMLElement && opener.isConnected && opener !== document.body ? opener : null;
    (target ?? document.getElementById('main'))?.focus({ preventScroll: true });
  };
}
