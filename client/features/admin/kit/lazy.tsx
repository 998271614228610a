import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import * as m from '#messages';
import { lazyComponent } from '../../../lib/lazy/lazy-component.tsx';
import { lazyImport } from '../../../lib/lazy/lazy-import.ts';
import { Dialog } from './dialog.tsx';
import { LoadError } from './load-states.tsx';

type FetchCode<Props> = () => Promise<{ default: ComponentType<Props> }>;

/** A lazy component with the admin's notice for a failed import. Call it at module level. */
export function lazyPanel<Props extends object>(
  fetchCode: FetchCode<Props>,
  waiting: ReactNode = null,
): ComponentType<Props> {
  return lazyComponent(lazyImport(fetchCode), {
    waiting: () => <Waiting>{waiting}</Waiting>,
    lost: (retry) => <LoadError error={null} onRetry={retry} />,
  });
}

/** A lazy dialog; the notice for a failed import is also a dialog, so that it is seen. */
export function lazyDialog<Props extends { onClose: () => void }>(fetchCode: FetchCode<Props>): ComponentType<Props> {
  return lazyComponent(lazyImport(fetchCode), {
    lost: (retry, { onClose }) => (
      <Dialog title={m.admin_details()} onClose={onClose}>
        <div className="mt-4">
          <LoadError error={null} onRetry={retry} />
        </div>
      </Dialog>
    ),
  });
}

const SLOW_MS = 15_000;

/**
 * Shown until code is loaded. A stalled request never ends an import, and a browser requests a file once per document.
 * So it offers a reload while the import continues.
 */
function Waiting({ children }: { children: ReactNode }) {
  const [isSlow, setIsSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsSlow(true), SLOW_MS);
    return () => clearTimeout(timer);
  }, []);
  if (!isSlow) return children;
  return <LoadError error={null} text={m.admin_load_slow()} onRetry={() => location.reload()} />;
}
