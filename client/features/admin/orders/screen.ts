import * as m from '#messages';
import { type AdminScreen, lazyScreen } from '../kit/admin-screen.ts';

export const ordersScreen: AdminScreen = {
  label: m.admin_tab_orders,
  icon: 'box',
  Content: lazyScreen(() => import('./orders-tab.tsx')),
  waiting: ({ ordersToProcess }) => ordersToProcess,
};
