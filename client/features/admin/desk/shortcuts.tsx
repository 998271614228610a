import { useEffect, useEffectEvent, useLayoutEffect, useState } from 'react';
import { lazyImport } from '../../../lib/lazy/lazy-import.ts';
import { lazyDialog } from '../kit/lazy.tsx';
import { FIND_EVENT, isSingleKey, SHORTCUTS_EVENT } from './single-keys.ts';

const ShortcutsDialog = lazyDialog(() => import('../shortcuts/shortcuts-dialog.tsx'));
const rowKeys = lazyImport(() => import('../shortcuts/row-keys.ts'));

/** Runs the shortcut once its code is loaded, unless the focus has moved meanwhile. */
function pressLater(event: KeyboardEvent, key: string): void {
  const focused = document.activeElement;
  rowKeys.load().then(
    ({ pressRowKey }) => document.activeElement === focused && isSingleKey(event) && pressRowKey(key),
    () => {},
  );
}

/**
 * The shortcuts of the lists, and the sheet that lists all shortcuts. It listens from the first render; a key pressed
 * before the rows' code is loaded takes effect after loading.
 */
export function Shortcuts() {
  const [isOpen, setIsOpen] = useState(false);
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (!isSingleKey(event)) return;
    const key = event.key.toLowerCase();
    if (key === '?') setIsOpen(true);
    else if (key === '/') dispatchEvent(new Event(FIND_EVENT));
    else {
      const code = rowKeys.loaded();
      if (!code) pressLater(event, key);
      if (!code?.pressRowKey(key)) return;
    }
    event.preventDefault();
  });
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    const open = () => setIsOpen(true);
    document.addEventListener('keydown', listen);
    addEventListener(SHORTCUTS_EVENT, open);
    return () => {
      document.removeEventListener('keydown', listen);
      removeEventListener(SHORTCUTS_EVENT, open);
    };
  }, []);
  useEffect(rowKeys.preload, []);
  return isOpen && <ShortcutsDialog onClose={() => setIsOpen(false)} />;
}
