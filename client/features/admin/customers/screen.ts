import * as m from '#messages';
import { type AdminScreen, lazyScreen } from '../kit/admin-screen.ts';

export const customersScreen: AdminScreen = {
  label: m.admin_screen_customers,
  icon: 'people',
  Content: lazyScreen(() => import('./customers-screen.tsx')),
};
