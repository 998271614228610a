import * as m from '#messages';
import { ROLES } from '#shared/admin/staff.ts';
import { adminKeys } from '../keys.ts';
import { type AdminScreen, lazyScreen } from '../kit/admin-screen.ts';

export const accountsScreen: AdminScreen = {
  label: m.admin_screen_accounts,
  icon: 'shop',
  roles: ROLES,
  isBelow: 'wholesale',
  Content: lazyScreen(() => import('./accounts-screen.tsx')),
  keys: [adminKeys.accounts, adminKeys.priceLists],
};
