import * as m from '#messages';
import { type AdminScreen, lazyScreen } from '../kit/admin-screen.ts';

export const writtenScreen: AdminScreen = {
  label: m.admin_screen_written,
  icon: 'link',
  isBelow: 'orders',
  Content: lazyScreen(() => import('./written-screen.tsx')),
};
