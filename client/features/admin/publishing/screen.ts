import * as m from '#messages';
import { type AdminScreen, lazyScreen } from '../kit/admin-screen.ts';

export const siteScreen: AdminScreen = {
  label: m.admin_screen_site,
  icon: 'globe',
  Content: lazyScreen(() => import('./site-screen.tsx')),
};
