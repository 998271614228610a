import * as m from '#messages';
import { type AdminScreen, lazyScreen } from '../kit/admin-screen.ts';

export const settingsScreen: AdminScreen = {
  label: m.admin_screen_settings,
  icon: 'sliders',
  Content: lazyScreen(() => import('./diagnostics-screen.tsx')),
};
