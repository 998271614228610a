import * as m from '#messages';
import { type AdminScreen, lazyScreen } from '../kit/admin-screen.ts';

export const storesScreen: AdminScreen = {
  label: m.admin_screen_stores,
  icon: 'pin',
  Content: lazyScreen(() => import('./stores-tab.tsx')),
};
