import { type ComponentType, useEffect, useRef, useState } from 'react';
import { useLanguage } from '../language.ts';
import { lazyImport } from './lazy-import.ts';

const islands: { load: () => Promise<unknown> }[] = [];

/**
 * A part of a page without controls. The document contains its HTML, and React leaves that unchanged. The code is
 * loaded only when the texts must change (language toggle), or when the document did not contain the part (a page
 * opened from another page). So the first view does not load it. Call it at module level.
 *
 * @param options of the element around it; `as` is `span` inside of a button
 */
export function staticIsland<Props extends object = object>(
  fetchCode: () => Promise<{ default: ComponentType<Props> }>,
  options: { as?: 'div' | 'span'; className?: string } = {},
): ComponentType<Props> {
  const { as: Around = 'div', className } = options;
  const source = lazyImport(fetchCode);
  islands.push(source);
  // biome-ignore lint/correctness/noComponentHookFactories: made once for each part, at module level, as React.lazy is
  return function StaticIsland(props: Props) {
    const language = useLanguage();
    const [first] = useState(language);
    const code = source.loaded();
    // Keeps the document's HTML even if another part has loaded the code, because a redrawn picture may flash.
    const [drawings, draw] = useState(code === undefined ? 0 : 1);
    const isWanted = drawings > 0 || language !== first;
    const box = useRef<HTMLDivElement & HTMLSpanElement>(null);
    // biome-ignore lint/correctness/useExhaustiveDependencies: after a failed import the next change of language tries again
    useEffect(() => {
      if (code || (!isWanted && box.current?.firstChild)) return;
      // A count, because after Fast Refresh has dropped the code of an edited page the state is already above 0.
      source.load().then(
        () => draw((count) => count + 1),
        () => {},
      );
    }, [code, isWanted, language]);
    if (code && isWanted) {
      return (
        // A translator replaces text nodes that React would update, so the toggle mounts such a part anew.
        <Around key={isTranslated() ? language : 'hydrated'} className={className}>
          <code.default {...props} />
        </Around>
      );
    }
    return (
      <Around
        key="static"
        ref={box}
        className={className}
        // biome-ignore lint/security/noDangerouslySetInnerHtml: sets nothing; React keeps the inside of such an element at hydration
        dangerouslySetInnerHTML={{ __html: '' }}
        suppressHydrationWarning
      />
    );
  };
}

/** A browser's translator wraps each text in `font` elements, which our pages do not use. */
const isTranslated = () => globalThis.document?.querySelector('font') != null;

/** Loads all islands of the loaded pages, for a page that is rendered without its document. */
export async function preloadIslands(): Promise<void> {
  await Promise.all(islands.map(({ load }) => load()));
}
