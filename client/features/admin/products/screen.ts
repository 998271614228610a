import * as m from '#messages';
import { ROLES } from '#shared/admin/staff.ts';
import { type AdminScreen, lazyScreen } from '../kit/admin-screen.ts';

export const productsScreen: AdminScreen = {
  label: m.admin_screen_products,
  icon: 'tag',
  roles: ROLES,
  rowRoles: ['owner'],
  Content: lazyScreen(() => import('./products-screen.tsx')),
};
