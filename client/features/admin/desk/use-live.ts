import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { lazyImport } from '../../../lib/lazy/lazy-import.ts';

const live = lazyImport(() => import('../live/follow.ts'));

/** Follows changes in the shop as long as the dashboard is open. */
export function useLive(): void {
  const client = useQueryClient();
  useEffect(() => {
    let isOver = false;
    let stop = () => {};
    live.load().then(
      ({ followChanges }) => {
        if (!isOver) stop = followChanges(client);
      },
      () => {},
    );
    return () => {
      isOver = true;
      stop();
    };
  }, [client]);
}
