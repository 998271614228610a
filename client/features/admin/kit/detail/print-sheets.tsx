import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react';
import { createPortal } from 'react-dom';

/** Within this time a new tab comes to the front. */
const NEW_TAB_MS = 250;

/** Prints its children, each `.slip` on its own sheet, instead of the page; then calls back. */
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

/** The same press may have opened a file to print in another tab, so this one waits until it is visible again. */
async function whenSeen(): Promise<void> {
  await new Promise((done) => setTimeout(done, NEW_TAB_MS));
  if (!document.hidden) return;
  await new Promise((done) => document.addEventListener('visibilitychange', done, { once: true }));
}
