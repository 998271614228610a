import type { ComponentType, ReactNode } from 'react';
import type { LazyImport } from './lazy-import.ts';
import { useLazyImport } from './use-lazy-import.ts';

type Options<Props> = {
  /** Shown until the code is loaded. */
  waiting?: () => ReactNode;
  /** Shown when the import failed; `retry` imports again. */
  lost: (retry: () => void, props: Props) => ReactNode;
};

/**
 * A component whose code is loaded when it is rendered. Unlike `React.lazy` it does not suspend, so the content around
 * it stays. If the import fails (no network, a newer release), it shows a message and a retry button. Call it at module
 * level.
 */
export function lazyComponent<Props extends object>(
  source: LazyImport<{ default: ComponentType<Props> }>,
  { waiting, lost }: Options<Props>,
): ComponentType<Props> {
  // biome-ignore lint/correctness/noComponentHookFactories: made once for each part, at module level, as React.lazy is
  return function LazyComponent(props: Props) {
    const { code, isLost, retry } = useLazyImport(source);
    if (code) return <code.default {...props} />;
    return isLost ? lost(retry, props) : waiting?.();
  };
}
