import * as m from '#messages';
import { ROLES } from '#shared/admin/staff.ts';
import { type AdminScreen, lazyScreen } from '../kit/admin-screen.ts';

export const wholesaleScreen: AdminScreen = {
  label: m.admin_screen_wholesale,
  icon: 'shop',
  roles: ROLES,
  Content: lazyScreen(() => import('./wholesalers-tab.tsx')),
  waiting: ({ pendingWholesalers }) => pendingWholesalers,
};
