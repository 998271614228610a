import * as m from '#messages';
import { ROLES } from '#shared/admin/staff.ts';
import { type AdminScreen, lazyScreen } from '../kit/admin-screen.ts';

export const ordersScreen: AdminScreen = {
  label: m.admin_tab_orders,
  icon: 'box',
  roles: ROLES,
  Content: lazyScreen(() => import('./orders-tab.tsx')),
  waiting: ({ ordersToProcess }) => ordersToProcess,
};
