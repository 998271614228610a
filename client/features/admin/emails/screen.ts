import * as m from '#messages';
import { type AdminScreen, lazyScreen } from '../kit/screen.tsx';

export const emailsScreen: AdminScreen = {
  label: m.admin_emails_view,
  icon: 'mail',
  Content: lazyScreen(() => import('./emails-tab.tsx')),
};
