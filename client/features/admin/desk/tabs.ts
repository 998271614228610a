import * as m from '#messages';
import type { AdminScreenId } from '#shared/admin/paths.ts';

/** The dashboard's tabs in order, each with its screen (docs/specification.md#admin). */
export const adminTabs = {
  wholesalers: { label: m.admin_tab_wholesalers, screen: 'wholesale' },
  orders: { label: m.admin_tab_orders, screen: 'orders' },
  emails: { label: m.admin_tab_emails, screen: 'emails' },
  stores: { label: m.admin_tab_stores, screen: 'stores' },
} satisfies Record<string, { label: () => string; screen: AdminScreenId }>;

export type TabId = keyof typeof adminTabs;

const DEFAULT_TAB: TabId = 'orders';

/** The tab of `?tab=`, by default the orders. */
export function tabIn(value: string): TabId {
  return Object.hasOwn(adminTabs, value) ? (value as TabId) : DEFAULT_TAB;
}
