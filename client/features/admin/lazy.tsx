import type { ComponentType, ReactNode } from 'react';
import * as m from '#messages';
import { chunk, useChunk } from '../../lib/use-chunk.ts';
import { Dialog } from './dialog.tsx';
import { LoadError } from './load-states.tsx';

type FetchCode<Props> = () => Promise<{ default: ComponentType<Props> }>;

/**
 * A part of the admin whose code comes when it is shown. What stands around it stays: when the code does not come
 * (no network, a newer release), its place says so and offers another try. To be called at module level, like `lazy`.
 *
 * @param waiting what stands there until the code is here
 * @param frame what the notice of a lost part is shown in
 */
export function latePart<Props extends object>(
  fetchCode: FetchCode<Props>,
  waiting: ReactNode = null,
  frame: (notice: ReactNode, props: Props) => ReactNode = (notice) => notice,
): ComponentType<Props> {
  const source = chunk(fetchCode);
  // biome-ignore lint/correctness/noComponentHookFactories: made once for each part, at module level, as React.lazy is
  return function LatePart(props: Props) {
    const { code, isLost, retry } = useChunk(source);
    if (code) return <code.default {...props} />;
    return isLost ? frame(<LoadError error={null} onRetry={retry} />, props) : waiting;
  };
}

/** The same for what lies above the page; the notice lies there too, where it is seen. */
export function lateLayer<Props extends { onClose: () => void }>(fetchCode: FetchCode<Props>): ComponentType<Props> {
  return latePart(fetchCode, null, (notice, { onClose }) => (
    <Dialog title={m.admin_details()} onClose={onClose}>
      <div className="mt-4">{notice}</div>
    </Dialog>
  ));
}
