import * as m from '#messages';
import { ROLES } from '#shared/admin/staff.ts';
import type { Today } from '#shared/admin/today.ts';
import { type AdminScreen, lazyScreen } from '../kit/admin-screen.ts';

/** Each is a line of Today. */
const COUNTED: Readonly<Record<keyof Today, true>> = {
  toShip: true,
  late: true,
  due: true,
  toAnswer: true,
  anomalies: true,
  disputes: true,
  failedRefunds: true,
  failedMails: true,
  certificates: true,
};

export const todayScreen: AdminScreen = {
  label: m.admin_screen_today,
  heading: m.admin_dashboard_heading,
  title: m.admin_title_dashboard,
  icon: 'today',
  roles: ROLES,
  Content: lazyScreen(() => import('./dashboard.tsx')),
  waiting: (counts) => (Object.keys(COUNTED) as (keyof Today)[]).reduce((sum, id) => sum + counts[id], 0),
};
