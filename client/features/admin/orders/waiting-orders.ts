import { useEffect, useState } from 'react';
import type { Order } from '#shared/orders/admin-orders.ts';
import { adminKeys } from '../keys.ts';
import { TO_PROCESS } from '../kit/labels.ts';
import { pagedRead, useRows } from '../kit/list/rows.ts';

type WaitingOrders = {
  /** Oldest first; `null` until all are read. Afterwards they stay the same. */
  orders: readonly Order[] | null;
  error: unknown;
  retry: () => void;
};

/**
 * Reads the unshipped orders page by page.
 *
 * @param most stops reading pages at this number
 */
export function useWaitingOrders(most = Number.POSITIVE_INFINITY): WaitingOrders {
  const read = pagedRead(useRows<Order>(adminKeys.orders, { q: '', status: TO_PROCESS, sort: 'oldest' }));
  const { rows, more } = read;
  const isWhole = rows !== undefined && !read.isOutdated && (!more?.isThere || rows.length >= most);
  const load = more?.load;
  const isNext = rows !== undefined && !isWhole && more?.isThere && !more.isLoading && !more.error;
  useEffect(() => {
    if (isNext) load?.();
  }, [isNext, load]);
  // A list that cannot be read again must not discard typed numbers.
  const [kept, setKept] = useState<readonly Order[] | null>(null);
  if (isWhole && kept === null) setKept(rows);
  return {
    orders: kept,
    error: kept ? null : (read.error ?? more?.error ?? null),
    retry: more?.error ? more.load : read.retry,
  };
}
