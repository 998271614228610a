import type { ComponentType } from 'react';
import * as m from '#messages';
import type { Summary } from '#shared/admin/admin.ts';
import { ADMIN_SCREEN_PATHS, type AdminScreenId } from '#shared/admin/paths.ts';
import type { Today } from '#shared/admin/today.ts';
import { StatsButton } from './desk/stats-button.tsx';
import type { AdminIconName } from './kit/admin-icons.tsx';
import { lazyPanel } from './kit/lazy.tsx';
import { Skeleton } from './kit/load-states.tsx';
import type { ScreenProps } from './slots.ts';
import { countWaiting } from './today/today-lines.tsx';

/** What the rail counts from. */
export type WaitingCounts = Summary & Today;

export type AdminScreen = {
  /** In the rail, in the heading and in the title of the browser's tab. */
  label: () => string;
  icon: AdminIconName;
  Content: ComponentType<ScreenProps>;
  /** Where the heading and the tab's title differ from the label. */
  heading?: () => string;
  title?: () => string;
  /** Beside the heading. */
  Tools?: ComponentType;
  /** How many of its rows wait for the owner; shown beside the label and in the title. */
  waiting?: (counts: WaitingCounts) => number;
};

const loading = <Skeleton />;

/**
 * The screens of the admin in the rail's order; rail, routes, titles and script budgets are made from it. A new screen is
 * an entry here, its path in shared/admin/paths.ts, and a folder beside this file.
 */
export const adminScreens = {
  today: {
    label: m.admin_screen_today,
    heading: m.admin_dashboard_heading,
    title: m.admin_title_dashboard,
    icon: 'today',
    Tools: StatsButton,
    Content: lazyPanel<ScreenProps>(() => import('./today/dashboard.tsx'), loading),
    waiting: countWaiting,
  },
  orders: {
    label: m.admin_tab_orders,
    icon: 'box',
    Content: lazyPanel<ScreenProps>(() => import('./orders/orders-tab.tsx'), loading),
    waiting: (counts) => counts.ordersToProcess,
  },
  products: {
    label: m.admin_screen_products,
    icon: 'tag',
    Content: lazyPanel<ScreenProps>(() => import('./products/products-screen.tsx'), loading),
  },
  wholesale: {
    label: m.admin_screen_wholesale,
    icon: 'shop',
    Content: lazyPanel<ScreenProps>(() => import('./wholesalers/wholesalers-tab.tsx'), loading),
    waiting: (counts) => counts.pendingWholesalers,
  },
  customers: {
    label: m.admin_screen_customers,
    icon: 'people',
    Content: lazyPanel<ScreenProps>(() => import('./customers/customers-screen.tsx'), loading),
  },
  codes: {
    label: m.admin_screen_codes,
    icon: 'ticket',
    Content: lazyPanel<ScreenProps>(() => import('./codes/codes-screen.tsx'), loading),
  },
  taxes: {
    label: m.admin_screen_taxes,
    icon: 'percent',
    Content: lazyPanel<ScreenProps>(() => import('./taxes/taxes-screen.tsx'), loading),
  },
  stores: {
    label: m.admin_screen_stores,
    icon: 'pin',
    Content: lazyPanel<ScreenProps>(() => import('./store-locations/stores-tab.tsx'), loading),
  },
  site: {
    label: m.admin_screen_site,
    icon: 'globe',
    Content: lazyPanel<ScreenProps>(() => import('./publishing/site-screen.tsx'), loading),
  },
  emails: {
    label: m.admin_emails_view,
    icon: 'mail',
    Content: lazyPanel<ScreenProps>(() => import('./emails/emails-tab.tsx'), loading),
  },
  numbers: {
    label: m.admin_numbers_label,
    icon: 'chart',
    Content: lazyPanel<ScreenProps>(() => import('./stats/stats-panel.tsx'), loading),
  },
  settings: {
    label: m.admin_screen_settings,
    icon: 'sliders',
    Content: lazyPanel<ScreenProps>(() => import('./diagnostics/diagnostics-screen.tsx'), loading),
  },
} satisfies Record<AdminScreenId, AdminScreen>;

/** The screens with their ids and paths, in the rail's order. */
export const screenList = Object.entries<AdminScreen>(adminScreens).map(([id, screen]) => ({
  id: id as AdminScreenId,
  path: ADMIN_SCREEN_PATHS[id as AdminScreenId],
  ...screen,
}));
