import { useEffect, useRef, useState } from 'react';
import type { DormantPart } from '../lib/dormant-part.ts';
import { useLanguage } from '../lib/language.ts';

/**
 * A part that does nothing: the document brings it as HTML, and it stays as it came. Its code is fetched when its words
 * must change (the language toggle) or when no document brought it (a page reached from another page). So a long page
 * costs nobody the script of what only stands there to be read.
 */
export function Dormant({ part }: { part: DormantPart }) {
  const language = useLanguage();
  const [first] = useState(language);
  const [, redraw] = useState(0);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (part.Awake || (language === first && box.current?.firstChild)) return;
    // Lost on the way: the words stay as they are until the next change asks again.
    part.wake().then(
      () => redraw((n) => n + 1),
      () => {},
    );
  }, [part, language, first]);
  if (part.Awake) {
    return (
      <div key="awake">
        <part.Awake />
      </div>
    );
  }
  // React leaves the inside of such an element as the document has it.
  // biome-ignore lint/security/noDangerouslySetInnerHtml: nothing is set; it keeps what is there
  return <div key="asleep" ref={box} dangerouslySetInnerHTML={{ __html: '' }} suppressHydrationWarning />;
}
