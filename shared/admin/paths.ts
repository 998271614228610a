/** Paths of the admin's screens, for the server's pages and the browser's router. */
export const ADMIN_SCREEN_PATHS = {
  today: '/admin/dashboard',
  orders: '/admin/orders',
  products: '/admin/products',
  wholesale: '/admin/wholesale',
  customers: '/admin/customers',
  codes: '/admin/codes',
  taxes: '/admin/taxes',
  stores: '/admin/stores',
  site: '/admin/site',
  emails: '/admin/emails',
  numbers: '/admin/numbers',
  settings: '/admin/settings',
} as const;
export type AdminScreenId = keyof typeof ADMIN_SCREEN_PATHS;

export const ADMIN_LOGIN_PATH = '/admin/login';
export const DASHBOARD_PATH = ADMIN_SCREEN_PATHS.today;

/** Screens whose rows have paths of their own: `/admin/orders/<id>`. */
const WITH_ROWS: ReadonlySet<AdminScreenId> = new Set<AdminScreenId>([
  'orders',
  'products',
  'wholesale',
  'customers',
  'codes',
  'stores',
  'site',
  'emails',
]);
const ROW_ID = /^[\w-]{1,64}$/;

type Place = Readonly<Record<string, string>> & { open?: string };

/** The path of a screen, with the row `open` and further parameters of the URL. */
export function adminPath(id: AdminScreenId, { open = '', ...query }: Place = {}): string {
  const text = new URLSearchParams(query).toString();
  return `${ADMIN_SCREEN_PATHS[id]}${open && `/${open}`}${text && `?${text}`}`;
}

/** The screen at a path and the id of its row (`''` for the screen itself); `null` for any other path. */
export function adminScreenAt(path: string): { id: AdminScreenId; row: string } | null {
  for (const [key, base] of Object.entries(ADMIN_SCREEN_PATHS)) {
    const id = key as AdminScreenId;
    if (path === base) return { id, row: '' };
    const row = path.startsWith(`${base}/`) ? path.slice(base.length + 1) : '';
    if (WITH_ROWS.has(id) && ROW_ID.test(row)) return { id, row };
  }
  return null;
}
