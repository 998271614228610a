import { type ReactNode, useEffect, useState } from 'react';
import type { Order } from '#shared/orders/admin-orders.ts';
import { adminKeys } from '../keys.ts';
import { TO_PROCESS } from '../kit/labels.ts';
import { pagedRead, useRows } from '../kit/list/rows.ts';
import { LoadError, Skeleton } from '../kit/load-states.tsx';

type Props = {
  /** Stops reading pages at this number. */
  most?: number;
  /** Which of them; all by default. */
  fits?: (order: Order) => boolean;
  /** Said when there are none. */
  none: string;
  children: (orders: readonly Order[]) => ReactNode;
};

/**
 * Reads the unshipped orders page by page, oldest first. Once all are read they stay the same, because a list that
 * cannot be read again must not discard typed numbers.
 */
export function WaitingOrders({ most = Number.POSITIVE_INFINITY, fits = () => true, none, children }: Props) {
  const read = pagedRead(useRows<Order>(adminKeys.orders, { q: '', status: TO_PROCESS, sort: 'oldest' }));
  const { rows, more } = read;
  const isWhole = rows !== undefined && !read.isOutdated && (!more?.isThere || rows.length >= most);
  const load = more?.load;
  const isNext = rows !== undefined && !isWhole && more?.isThere && !more.isLoading && !more.error;
  useEffect(() => {
    if (isNext) load?.();
  }, [isNext, load]);
  const [kept, setKept] = useState<readonly Order[] | null>(null);
  if (isWhole && kept === null) setKept(rows);
  const orders = kept?.filter(fits);
  if (orders) return orders.length > 0 ? children(orders) : <p className="mt-5">{none}</p>;
  if (more?.error) return <LoadError error={more.error} onRetry={more.load} />;
  return read.error ? <LoadError error={read.error} onRetry={read.retry} /> : <Skeleton rows={4} />;
}
