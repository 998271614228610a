import type { ComponentType, ReactNode } from 'react';
import type { LazyImport } from './lazy-import.ts';
import { useLazyImport } from './use-lazy-import.ts';

type Options<Props> = {
  /** Stands there until the code is here. */
  waiting?: () => ReactNode;
  /** Stands there when the code did not come; `retry` fetches it again. */
  lost: (retry: () => void, props: Props) => ReactNode;
};

/**
 * A component whose code comes when it is shown. Unlike `React.lazy` it suspends nothing: what stands around it stays,
 * and when the code does not come (no network, a newer release), its place says so and offers another try. To be called
 * at module level.
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
