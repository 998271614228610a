/**
 * The open modals, the top one last. The page and the lower modals are inert, so that Tab, clicks and screen readers
 * stay in the top one. Toasts are outside and stay usable, which a native modal `<dialog>` would not allow.
 */
const modals: HTMLElement[] = [];

function update(): void {
  const root = document.getElementById('root');
  if (root) root.inert = modals.length > 0;
  modals.forEach((modal, index) => {
    modal.inert = index < modals.length - 1;
  });
  document.documentElement.classList.toggle('has-modal', modals.length > 0);
}

export function isTopModal(modal: HTMLElement | null): boolean {
  return modal !== null && modals.at(-1) === modal;
}

/**
 * Opens a modal on top and moves the focus to its `data-autofocus` element, else to its heading.
 *
 * @returns closes it and restores the focus
 */
export function openModal(modal: HTMLElement): () => void {
  const opener = document.activeElement;
  modals.push(modal);
  update();
  modal.querySelector<HTMLElement>('[data-autofocus]')?.focus();
  return () => {
    modals.splice(modals.indexOf(modal), 1);
    update();
    const target = opener instanceof HTMLElement && opener.isConnected && opener !== document.body ? opener : null;
    (target ?? document.getElementById('main'))?.focus({ preventScroll: true });
  };
}
