import * as m from '#messages';
import { type AdminScreen, lazyScreen } from '../kit/admin-screen.ts';
import { countWaiting } from './today-lines.tsx';

export const todayScreen: AdminScreen = {
  label: m.admin_screen_today,
  heading: m.admin_dashboard_heading,
  title: m.admin_title_dashboard,
  icon: 'today',
  Content: lazyScreen(() => import('./dashboard.tsx')),
  waiting: countWaiting,
};
