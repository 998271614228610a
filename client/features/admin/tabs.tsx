import type { ComponentType } from 'react';
import * as m from '#messages';
import { lazyPanel } from './lazy.tsx';
import { Skeleton } from './load-states.tsx';
import type { TabProps } from './slots.ts';

type AdminTab = { label: () => string; Content: ComponentType<TabProps> };

const waiting = <Skeleton />;

/**
 * The dashboard's tabs in their order (docs/specification.md#admin). A new tab is an entry here and a folder beside
 * this file. `scripts/budget.ts` measures each tab in this list.
 */
export const adminTabs = {
  wholesalers: {
    label: m.admin_tab_wholesalers,
    Content: lazyPanel<TabProps>(() => import('./wholesalers/wholesalers-tab.tsx'), waiting),
  },
  orders: {
    label: m.admin_tab_orders,
    Content: lazyPanel<TabProps>(() => import('./orders/orders-tab.tsx'), waiting),
  },
  emails: {
    label: m.admin_tab_emails,
    Content: lazyPanel<TabProps>(() => import('./email-templates/emails-tab.tsx'), waiting),
  },
  stores: {
    label: m.admin_tab_stores,
    Content: lazyPanel<TabProps>(() => import('./store-locations/stores-tab.tsx'), waiting),
  },
} satisfies Record<string, AdminTab>;

export type TabId = keyof typeof adminTabs;

const DEFAULT_TAB: TabId = 'orders';

/** The tab of `?tab=`; the orders when it names none. */
export function tabIn(value: string): TabId {
  return Object.hasOwn(adminTabs, value) ? (value as TabId) : DEFAULT_TAB;
}
