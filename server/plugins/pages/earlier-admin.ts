import { type AdminScreenId, adminPath, isRowId } from '#shared/admin/paths.ts';

/** The screens that had paths of their own before they became tabs of the dashboard. */
const MOVED: Readonly<Record<string, AdminScreenId>> = {
  '/admin/orders': 'orders',
  '/admin/wholesale': 'wholesale',
  '/admin/stores': 'stores',
  '/admin/emails': 'emails',
};

/**
 * The current address, with its query, of a screen or row that older mails and bookmarks link to; `null` for any other
 * path. It is always a path of the admin.
 */
export function presentAdminPath(url: string): string | null {
  const [path = ''] = url.split('?', 1);
  const { order = '', screen, tab: _, ...query } = Object.fromEntries(new URLSearchParams(url.slice(path.length)));
  if (path === '/admin/dashboard') {
    if (screen === 'setup') return adminPath('settings', query);
    return isRowId(order) ? adminPath('orders', { ...query, open: order }) : null;
  }
  const [, base = '', row] = /^(\/admin\/[a-z]+)(?:\/([^/]*))?$/.exec(path) ?? [];
  const id = MOVED[base];
  if (!id || (row !== undefined && !isRowId(row))) return null;
  // The screen of the mails opened with the outbox, which is the second view of the tab.
  const earlier = id === 'emails' ? { view: 'outbox', ...query } : query;
  return adminPath(id, row ? { ...earlier, open: row } : earlier);
}
