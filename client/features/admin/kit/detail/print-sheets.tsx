import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react';
import { createPortal } from 'react-dom';

/** A new tab is in front by then. */
const NEW_TAB_MS = 250;

/** Prints its children, each `.slip` on a sheet of its own, in place of the page; then calls back. */
export function PrintSheets({ onDone, children }: { onDone: () => void; children: ReactNode }) {
  const sheets = useRef<HTMLDivElement>(null);
  const finish = useEffectEvent(onDone);
  useEffect(() => {
    let isGone = false;
    const done = () => finish();
    document.documentElement.classList.add('prints-slips');
    addEventListener('afterprint', done);
    const pictures = [...(sheets.current?.querySelectorAll('img') ?? [])];
    // A logo that has not loaded would be missing from the print; one that never loads must not block it.
    Promise.allSettled(pictures.map((picture) => picture.decode()))
      .then(whenSeen)
      .then(() => {
        if (!isGone) window.print();
      });
    return () => {
      isGone = true;
      removeEventListener('afterprint', done);
      document.documentElement.classList.remove('prints-slips');
    };
  }, []);
  return createPortal(
    <div ref={sheets} className="slips">
      {children}
    </div>,
    document.body,
  );
}

/** A file to print may have opened in another tab with the same press: this one waits until it is looked at again. */
async function whenSeen(): Promise<void> {
  await new Promise((done) => setTimeout(done, NEW_TAB_MS));
  if (!document.hidden) return;
  await new Promise((done) => document.addEventListener('visibilitychange', done, { once: true }));
}
