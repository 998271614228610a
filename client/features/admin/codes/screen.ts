import * as m from '#messages';
import { adminKeys } from '../keys.ts';
import { type AdminScreen, lazyScreen } from '../kit/admin-screen.ts';

export const codesScreen: AdminScreen = {
  label: m.admin_screen_codes,
  icon: 'ticket',
  Content: lazyScreen(() => import('./codes-screen.tsx')),
  keys: [adminKeys.codes],
};
