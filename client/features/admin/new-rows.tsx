import { useQuery, useQueryClient } from '@tanstack/react-query';
import * as m from '#messages';
import type { Changes, Summary } from '#shared/admin.ts';
import { AdminIcon } from './admin-icons.tsx';
import { formatCount } from './format.ts';
import { adminKeys } from './keys.ts';
import type { TabId } from './tabs.ts';

const ASK_EVERY_MS = 4000;

type Props = {
  /** Shows the newest rows of a list and calls `readAgain`; does neither when the owner keeps unsaved changes. */
  onShow: (tab: TabId, readAgain: () => void) => void;
};

/**
 * A button with the number of orders and inquiries that arrived since the lists were read: rows do not move while they
 * are read. Only these two totals are polled, while the tab is visible; lists and cards are not.
 */
export function NewRows({ onShow }: Props) {
  const client = useQueryClient();
  // Refetched whenever the lists are.
  const { data: seen } = useQuery<Summary>({ queryKey: adminKeys.summary });
  const { data: now } = useQuery<Changes>({
    queryKey: adminKeys.changes,
    refetchInterval: ASK_EVERY_MS,
    gcTime: 0,
  });
  const orders = seen && now ? now.orders - seen.totalOrders : 0;
  const inquiries = seen && now ? now.inquiries - seen.totalWholesalers : 0;
  function readAgain() {
    for (const queryKey of [adminKeys.orders, adminKeys.wholesalers, adminKeys.summary, adminKeys.stats]) {
      void client.invalidateQueries({ queryKey });
    }
  }
  return (
    <div
      role="status"
      className="new-rows pointer-events-none fixed z-20 grid max-w-[calc(100vw-2rem)] justify-items-start gap-2 print:hidden"
    >
      {orders > 0 && (
        <Pill onPress={() => onShow('orders', readAgain)}>
          {orders === 1 ? m.admin_new_order() : m.admin_new_orders({ count: formatCount(orders) })}
        </Pill>
      )}
      {inquiries > 0 && (
        <Pill onPress={() => onShow('wholesalers', readAgain)}>
          {inquiries === 1 ? m.admin_new_inquiry() : m.admin_new_inquiries({ count: formatCount(inquiries) })}
        </Pill>
      )}
    </div>
  );
}

function Pill({ children, onPress }: { children: string; onPress: () => void }) {
  return (
    <button
      type="button"
      onClick={onPress}
      className="pointer-events-auto inline-flex min-h-12 items-center gap-2 rounded-full border-2 border-white bg-guayaba px-5 py-2 font-semibold text-crema shadow-lift hover:bg-guayaba-dark"
    >
      <AdminIcon name="bell" />
      {children}
    </button>
  );
}
