import { type QueryKey, useIsFetching, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import * as m from '#messages';
import type { Changes } from '#shared/admin/admin.ts';
import type { TabId } from '../desk/tabs.ts';
import { adminKeys } from '../keys.ts';
import { AdminIcon } from '../kit/admin-icons.tsx';
import { formatCount } from '../kit/format.ts';
import { UndoOffers } from '../kit/undo/undo-offers.tsx';
import { useNews } from './live-changes.ts';

type Props = {
  /** Shows the newest rows of a list and calls `readAgain`; does neither if the owner keeps unsaved changes. */
  onShow: (tab: TabId, readAgain: () => void) => void;
};

/**
 * A button with the number of orders and inquiries that arrived since the lists were read, so that rows do not move
 * while the owner reads. `live/follow.ts` polls the two totals.
 */
export default function NewRows({ onShow }: Props) {
  const client = useQueryClient();
  const { data: seen } = useQuery<Changes>({ queryKey: adminKeys.seen });
  const { data: now } = useQuery<Changes>({ queryKey: adminKeys.changes, enabled: false });
  useTotals(now);
  const mails = useListNews('mail', [...adminKeys.emails, 'pages']);
  const stores = useListNews('store', adminKeys.storeLocations);
  const products = useListNews('content', adminKeys.products);
  const orders = seen && now ? now.orders - seen.orders : 0;
  const inquiries = seen && now ? now.inquiries - seen.inquiries : 0;
  const read = (...keys: QueryKey[]) => {
    for (const queryKey of keys) void client.invalidateQueries({ queryKey });
  };
  const readAgain = () =>
    read(adminKeys.orders, adminKeys.wholesalers, adminKeys.seen, adminKeys.summary, adminKeys.stats);
  const pill = (count: number, one: () => string, many: (values: { count: string }) => string, onPress: () => void) =>
    count > 0 && <Pill onPress={onPress}>{count === 1 ? one() : many({ count: formatCount(count) })}</Pill>;
  return (
    <div
      data-never-covered
      className="new-rows pointer-events-none fixed bottom-[calc(4.5rem+env(safe-area-inset-bottom))] left-4 z-20 grid max-w-[calc(100vw-2rem)] justify-items-start gap-2 md:bottom-4 md:left-25 min-[87.5rem]:left-50 print:hidden"
    >
      <UndoOffers />
      <div role="status" className="grid justify-items-start gap-2">
        {pill(orders, m.admin_new_order, m.admin_new_orders, () => onShow('orders', readAgain))}
        {pill(inquiries, m.admin_new_inquiry, m.admin_new_inquiries, () => onShow('wholesalers', readAgain))}
        {pill(mails, m.admin_new_mail, m.admin_new_mails, () => read(adminKeys.emails))}
        {products > 0 && <Pill onPress={() => read(adminKeys.products)}>{m.admin_new_products()}</Pill>}
        {stores > 0 && <Pill onPress={() => read(adminKeys.storeLocations)}>{m.admin_new_stores()}</Pill>}
      </div>
    </div>
  );
}

/** Cards and counts do not move rows, so they follow the totals at once. */
function useTotals(now: Changes | undefined): void {
  const client = useQueryClient();
  const last = useRef<Changes>(undefined);
  useEffect(() => {
    const before = last.current;
    last.current = now ?? before;
    if (!now || !before || (now.orders === before.orders && now.inquiries === before.inquiries)) return;
    void client.invalidateQueries({ queryKey: adminKeys.summary });
  }, [now, client]);
}

/** How many records were added or removed since a visible list was read. */
function useListNews(kind: 'mail' | 'store' | 'content', queryKey: QueryKey): number {
  const client = useQueryClient();
  // Renders again when the list has been read.
  useIsFetching({ queryKey });
  const shown = client.getQueryCache().findAll({ queryKey, type: 'active' });
  const count = useNews(kind, Math.max(0, ...shown.map(({ state }) => state.dataUpdatedAt)));
  return shown.length > 0 ? count : 0;
}

function Pill({ children, onPress }: { children: string; onPress: () => void }) {
  return (
    <button
      type="button"
      onClick={onPress}
      className="pointer-events-auto inline-flex min-h-12 items-center gap-2 rounded-full border-2 border-white bg-brand px-5 py-2 font-semibold text-ground shadow-lift hover:bg-brand-dark"
    >
      <AdminIcon name="bell" />
      {children}
    </button>
  );
}
