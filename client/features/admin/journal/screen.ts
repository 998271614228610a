import * as m from '#messages';
import { type AdminScreen, lazyScreen } from '../kit/admin-screen.ts';

export const journalScreen: AdminScreen = {
  label: m.admin_screen_journal,
  icon: 'list',
  isBelow: 'settings',
  Content: lazyScreen(() => import('./journal-screen.tsx')),
};
