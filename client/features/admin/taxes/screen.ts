import * as m from '#messages';
import { adminKeys } from '../keys.ts';
import { type AdminScreen, lazyScreen } from '../kit/admin-screen.ts';

export const taxesScreen: AdminScreen = {
  label: m.admin_screen_taxes,
  icon: 'percent',
  Content: lazyScreen(() => import('./taxes-screen.tsx')),
  keys: [adminKeys.taxes],
};
