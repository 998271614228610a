import { ADMIN_SCREEN_PATHS, type AdminScreenId } from '#shared/admin/paths.ts';
import type { Role } from '#shared/admin/staff.ts';
import { accountScreen } from './account/screen.ts';
import { accountsScreen } from './accounts/screen.ts';
import { codesScreen } from './codes/screen.ts';
import { customersScreen } from './customers/screen.ts';
import { settingsScreen } from './diagnostics/screen.ts';
import { emailsScreen } from './emails/screen.ts';
import { journalScreen } from './journal/screen.ts';
import type { AdminScreen } from './kit/admin-screen.ts';
import { lotsScreen } from './lots/screen.ts';
import { ordersScreen } from './orders/screen.ts';
import { productsScreen } from './products/screen.ts';
import { siteScreen } from './publishing/screen.ts';
import { numbersScreen } from './stats/screen.ts';
import { storesScreen } from './store-locations/screen.ts';
import { taxesScreen } from './taxes/screen.ts';
import { todayScreen } from './today/screen.ts';
import { wholesaleScreen } from './wholesalers/screen.ts';
import { writtenScreen } from './written-orders/screen.ts';

/**
 * The screens of the admin in the rail's order; rail, routes, titles, search and refresh are made from it. A new screen
 * is a folder with a `screen.ts`, an entry here, and its path in shared/admin/paths.ts.
 */
export const adminScreens: Readonly<Record<AdminScreenId, AdminScreen>> = {
  today: todayScreen,
  orders: ordersScreen,
  products: productsScreen,
  wholesale: wholesaleScreen,
  customers: customersScreen,
  codes: codesScreen,
  taxes: taxesScreen,
  stores: storesScreen,
  site: siteScreen,
  emails: emailsScreen,
  numbers: numbersScreen,
  settings: settingsScreen,
  account: accountScreen,
  journal: journalScreen,
  accounts: accountsScreen,
  lots: lotsScreen,
  written: writtenScreen,
};

/** The screens with their ids and paths, in the rail's order. */
export const screenList = Object.entries(adminScreens).map(([id, screen]) => ({
  id: id as AdminScreenId,
  path: ADMIN_SCREEN_PATHS[id as AdminScreenId],
  ...screen,
}));

/** Whether a person with this role may open a screen, or a row of it. */
export function mayOpen(role: Role, { id, row }: { id: AdminScreenId; row: string }): boolean {
  const { roles = OWNER_ONLY, rowRoles = roles } = adminScreens[id];
  return (row ? rowRoles : roles).includes(role);
}

const OWNER_ONLY: readonly Role[] = ['owner'];

export const screensFor = (role: Role) => screenList.filter(({ id }) => mayOpen(role, { id, row: '' }));
