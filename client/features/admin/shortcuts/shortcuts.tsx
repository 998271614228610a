import { useEffect, useEffectEvent, useState } from 'react';
import { FIND_EVENT } from '../find-event.ts';
import { lazyDialog } from '../lazy.tsx';
import { isSingleKey, SHORTCUTS_EVENT } from '../single-keys.ts';
import { moveRow, selectRow, undoLast } from './row-focus.ts';

const ShortcutsDialog = lazyDialog(() => import('./shortcuts-dialog.tsx'));

const ACTIONS: Readonly<Record<string, () => boolean>> = {
  j: () => moveRow(1),
  k: () => moveRow(-1),
  x: selectRow,
  u: undoLast,
  '/': () => dispatchEvent(new Event(FIND_EVENT)),
};

/** The keys of the lists, and the sheet that names all keys. */
export default function Shortcuts() {
  const [isOpen, setIsOpen] = useState(false);
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (!isSingleKey(event)) return;
    if (event.key === '?') setIsOpen(true);
    else if (!ACTIONS[event.key.toLowerCase()]?.()) return;
    event.preventDefault();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    const open = () => setIsOpen(true);
    document.addEventListener('keydown', listen);
    addEventListener(SHORTCUTS_EVENT, open);
    return () => {
      document.removeEventListener('keydown', listen);
      removeEventListener(SHORTCUTS_EVENT, open);
    };
  }, []);
  return isOpen && <ShortcutsDialog onClose={() => setIsOpen(false)} />;
}
