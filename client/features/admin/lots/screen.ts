import * as m from '#messages';
import { adminKeys } from '../keys.ts';
import { type AdminScreen, lazyScreen } from '../kit/admin-screen.ts';

export const lotsScreen: AdminScreen = {
  label: m.admin_screen_lots,
  icon: 'tag',
  isBelow: 'products',
  Content: lazyScreen(() => import('./lots-screen.tsx')),
  keys: [adminKeys.lots, adminKeys.recalls],
};
