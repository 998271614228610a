import { type ComponentType, useEffect, useRef, useState } from 'react';
import { useLanguage } from '../language.ts';
import { type LazyImport, lazyImport } from './lazy-import.ts';

const islands: LazyImport<unknown>[] = [];

/**
 * A part of a page that is only read. The document brings it as HTML, and React leaves it as it came. Its code is
 * fetched when its labels must change (the language toggle) or when no document brought it (a page reached from another
 * page), so the first view pays nothing for it. To be called at module level.
 */
export function staticIsland(fetchCode: () => Promise<{ default: ComponentType }>): ComponentType {
  const source = lazyImport(fetchCode);
  islands.push(source);
  // biome-ignore lint/correctness/noComponentHookFactories: made once for each part, at module level, as React.lazy is
  return function StaticIsland() {
    const language = useLanguage();
    const [first] = useState(language);
    const [, redraw] = useState(0);
    const box = useRef<HTMLDivElement>(null);
    const code = source.loaded();
    useEffect(() => {
      if (code || (language === first && box.current?.firstChild)) return;
      // After a failure the HTML stays as it is until the next change of language asks again.
      source.load().then(
        () => redraw((n) => n + 1),
        () => {},
      );
    }, [code, language, first]);
    if (code) {
      return (
        <div key="hydrated">
          <code.default />
        </div>
      );
    }
    // biome-ignore lint/security/noDangerouslySetInnerHtml: sets nothing; React keeps the inside of such an element at hydration
    return <div key="static" ref={box} dangerouslySetInnerHTML={{ __html: '' }} suppressHydrationWarning />;
  };
}

/** Fetches the islands of the pages that are here: before a page is rendered without its document. */
export async function preloadIslands(): Promise<void> {
  await Promise.all(islands.map(({ load }) => load()));
}
