import * as m from '#messages';
import { type AdminScreen, lazyScreen } from '../kit/admin-screen.ts';

export const numbersScreen: AdminScreen = {
  label: m.admin_stats_label,
  icon: 'chart',
  Content: lazyScreen(() => import('./stats-panel.tsx')),
};
