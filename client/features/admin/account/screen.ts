import * as m from '#messages';
import { ROLES } from '#shared/admin/staff.ts';
import { type AdminScreen, lazyScreen } from '../kit/admin-screen.ts';

export const accountScreen: AdminScreen = {
  label: m.admin_screen_account,
  icon: 'person',
  roles: ROLES,
  Content: lazyScreen(() => import('./account-screen.tsx')),
};
