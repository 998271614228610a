import { useEffect, useEffectEvent, useState } from 'react';
import * as m from '#messages';
import { Button } from '../../../ui/button.tsx';
import { AdminIcon } from '../admin-icons.tsx';
import { lazyDialog } from '../lazy.tsx';
import { askToLeave } from '../unsaved.ts';
import { useUrlState } from '../url-state.ts';
import type { FindTarget } from './find-options.ts';

const FindDialog = lazyDialog(() => import('./find-dialog.tsx'));

/** What the view before a choice had in the url. */
const LEFT_BEHIND = {
  q: null,
  status: null,
  sort: null,
  open: null,
  view: null,
  template: null,
  language: null,
  screen: null,
};

/** Opens the search over everything, also by Ctrl+K or ⌘K, and by / outside of a field. */
export function FindButton() {
  const url = useUrlState();
  const [isOpen, setIsOpen] = useState(false);
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const isShortcut = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey) && !event.altKey;
    const isSlash = event.key === '/' && !event.ctrlKey && !event.metaKey && !event.altKey && !isTyping(event.target);
    if (!isShortcut && !isSlash) return;
    event.preventDefault();
    // An open dialog may hold what is being typed.
    if (!document.documentElement.classList.contains('has-modal')) setIsOpen(true);
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
  const choose = (target: FindTarget) => {
    setIsOpen(false);
    askToLeave(() => url.set({ ...LEFT_BEHIND, ...target }));
  };
  return (
    <>
      <Button
        size="small"
        variant="quiet"
        aria-keyshortcuts="Control+K Meta+K /"
        className="shrink-0 max-sm:w-11 max-sm:px-0"
        onClick={() => setIsOpen(true)}
      >
        <AdminIcon name="search" />
        <span className="max-sm:sr-only">{m.admin_find_open()}</span>
        <span aria-hidden="true" className="find-key">
          Ctrl K
        </span>
      </Button>
      {isOpen && <FindDialog onClose={() => setIsOpen(false)} onChoose={choose} />}
    </>
  );
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  );
}
