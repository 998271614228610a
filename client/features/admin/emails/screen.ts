import * as m from '#messages';
import { type AdminScreen, lazyScreen } from '../kit/admin-screen.ts';

export const emailsScreen: AdminScreen = {
  label: m.admin_emails_view,
  icon: 'mail',
  Content: lazyScreen(() => import('./emails-tab.tsx')),
};
