import { type ReactNode, useEffect, useEffectEvent, useId, useLayoutEffect, useRef } from 'react';
import * as m from '#messages';
import { Icon } from '../../../../ui/icons.tsx';
import { showBeside } from '../detail-beside.ts';
import { Dialog } from '../dialog.tsx';
import { useIsWide } from '../use-wide.ts';

type Props = { title: ReactNode; onClose: () => void; children: ReactNode };

/** The detail of a row: beside its list on a wide screen, over it on a phone. */
export function Detail(props: Props) {
  return useIsWide() ? <Pane {...props} /> : <Dialog kind="drawer" {...props} />;
}

/** It scrolls independently, takes the focus when it opens, closes on Escape, and leaves the list usable. */
function Pane({ title, onClose, children }: Props) {
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(showBeside, []);
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const isOnTop = !document.documentElement.classList.contains('has-modal');
    if (event.key === 'Escape' && !event.defaultPrevented && isOnTop) onClose();
  });
  // Before the focus moves, because the next key may come at once.
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <aside aria-labelledby={id} className="detail-pane">
      <div className="sticky top-0 z-2 mb-2 flex min-h-13 items-center gap-4 bg-ground">
        <h2 id={id} ref={heading} tabIndex={-1} className="min-w-0 flex-1 text-h3 outline-none">
          {title}
        </h2>
        <button type="button" onClick={onClose} aria-label={m.admin_close()} data-tooltip className="icon-button">
          <Icon name="close" />
        </button>
      </div>
      {children}
    </aside>
  );
}
