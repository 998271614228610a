import { useEffect, useId, useState } from 'react';

/**
 * Props of a button and its sheet. Browsers without popovers (before Safari 17, Chrome 114 and Firefox 125) toggle the
 * sheet with each press of the button, and hide it on Escape and on a press elsewhere.
 */
export function usePopover() {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const close = () => {
    document.getElementById(id)?.hidePopover?.();
    setOpen(false);
  };
  useEffect(() => {
    if (!isOpen) return;
    const onKey = ({ key }: KeyboardEvent) => key === 'Escape' && setOpen(false);
    const onPress = ({ target }: Event) => {
      const isInside = target instanceof Element && target.closest(`#${CSS.escape(id)}, [aria-controls="${id}"]`);
      if (!isInside) setOpen(false);
    };
    document.addEventListener('keydown', onKey);
    document.addEventListener('pointerdown', onPress);
    return () => {
      document.removeEventListener('keydown', onKey);
      document.removeEventListener('pointerdown', onPress);
    };
  }, [isOpen, id]);
  if ('popover' in HTMLElement.prototype) {
    return { button: { popoverTarget: id }, sheet: { id, popover: 'auto' as const }, close };
  }
  const button = { 'aria-expanded': isOpen, 'aria-controls': id, onClick: () => setOpen(!isOpen) };
  return { button, sheet: { id, hidden: !isOpen }, close };
}
