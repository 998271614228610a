export const ADMIN_LOGIN_PATH = '/admin/login';
/** Begins the fragment of a helper's link to the login page; its token follows. */
export const JOIN_FRAGMENT = 'join.';
export const DASHBOARD_PATH = '/admin/dashboard';

const tabPath = <const Tab extends string>(tab: Tab) => `${DASHBOARD_PATH}?tab=${tab}` as const;

/**
 * Where the rail leads, in its order: the dashboard, its four tabs, and the screens beside it. For the server's pages
 * and the browser's router.
 */
export const ADMIN_SCREEN_PATHS = {
  today: DASHBOARD_PATH,
  orders: tabPath('orders'),
  products: '/admin/products',
  wholesale: tabPath('wholesalers'),
  customers: '/admin/customers',
  codes: '/admin/codes',
  taxes: '/admin/taxes',
  stores: tabPath('stores'),
  site: '/admin/site',
  emails: tabPath('emails'),
  numbers: '/admin/numbers',
  settings: '/admin/settings',
  account: '/admin/account',
  journal: '/admin/journal',
  accounts: '/admin/accounts',
  lots: '/admin/lots',
  written: '/admin/written-orders',
} as const;
export type AdminScreenId = keyof typeof ADMIN_SCREEN_PATHS;

const isTab = (id: AdminScreenId) => ADMIN_SCREEN_PATHS[id].startsWith(`${DASHBOARD_PATH}?`);

/** Screens beside the dashboard whose rows have paths of their own: `/admin/products/<id>`. */
const WITH_ROWS: ReadonlySet<AdminScreenId> = new Set<AdminScreenId>([
  'products',
  'accounts',
  'lots',
  'written',
  'customers',
  'codes',
  'site',
]);
const ROW_ID = /^[\w-]{1,64}$/;

export const isRowId = (text: string): boolean => ROW_ID.test(text);

type Place = Readonly<Record<string, string>> & { open?: string };

/** The path of a screen, with the row `open` and further parameters of the URL. */
export function adminPath(id: AdminScreenId, { open = '', ...query }: Place = {}): string {
  const path = ADMIN_SCREEN_PATHS[id];
  const parameters = Object.entries(isTab(id) && open ? { ...query, open } : query)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&');
  const row = open && !isTab(id) ? `/${open}` : '';
  return `${path}${row}${parameters && (isTab(id) ? '&' : '?')}${parameters}`;
}

/**
 * The screen at a path and the id of its row (`''` for the screen itself); `null` for any other path. `tab` is the
 * dashboard's.
 */
export function adminScreenAt(path: string, tab = ''): { id: AdminScreenId; row: string } | null {
  const wanted = path === DASHBOARD_PATH && tab ? tabPath(tab) : path;
  for (const [key, base] of Object.entries(ADMIN_SCREEN_PATHS)) {
    const id = key as AdminScreenId;
    if (wanted === base) return { id, row: '' };
    const row = path.startsWith(`${base}/`) ? path.slice(base.length + 1) : '';
    if (WITH_ROWS.has(id) && isRowId(row)) return { id, row };
  }
  return path === DASHBOARD_PATH ? { id: 'today', row: '' } : null;
}

/** Whether the screen is shown in the dashboard: Today and its tabs. */
export const isInDashboard = (id: AdminScreenId): boolean => id === 'today' || isTab(id);
