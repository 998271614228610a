import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { useLocation } from 'wouter';
import * as m from '#messages';
import { Button } from '../../../ui/button.tsx';
import { AdminIcon } from '../kit/admin-icons.tsx';
import { lazyDialog } from '../kit/lazy.tsx';
import { askToLeave } from '../kit/unsaved.ts';
import { FIND_EVENT } from './single-keys.ts';

const FindDialog = lazyDialog(() => import('../find/find-dialog.tsx'));

/**
 * The global search, available on every screen: by `open`, by Ctrl+K or ⌘K, and by `FIND_EVENT`.
 *
 * @returns `dialog` must be rendered
 */
export function useFind(): { open: () => void; dialog: ReactNode } {
  const [, navigate] = useLocation();
  const [isOpen, setIsOpen] = useState(false);
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const isShortcut = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey) && !event.altKey;
    if (!isShortcut) return;
    event.preventDefault();
    // An open dialog may contain unsaved text.
    if (!document.documentElement.classList.contains('has-modal')) setIsOpen(true);
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    const open = () => setIsOpen(true);
    document.addEventListener('keydown', listen);
    addEventListener(FIND_EVENT, open);
    return () => {
      document.removeEventListener('keydown', listen);
      removeEventListener(FIND_EVENT, open);
    };
  }, []);
  const choose = (path: string) => {
    setIsOpen(false);
    askToLeave(() => navigate(path));
  };
  return {
    open: () => setIsOpen(true),
    dialog: isOpen && <FindDialog onClose={() => setIsOpen(false)} onChoose={choose} />,
  };
}

/** On a phone it is only an icon, like the button beside it. */
export function FindButton({ onPress }: { onPress: () => void }) {
  return (
    <Button
      size="small"
      variant="quiet"
      aria-keyshortcuts="Control+K Meta+K /"
      className="shrink-0 max-sm:w-11 max-sm:px-0"
      onClick={onPress}
    >
      <AdminIcon name="search" />
      <span className="max-sm:sr-only">{m.admin_find_open()}</span>
      <span aria-hidden="true" className="find-key">
        Ctrl K
      </span>
    </Button>
  );
}
