import * as m from '#messages';
import type { Found } from '#shared/admin/find.ts';
import { adminPath } from '#shared/admin/paths.ts';
import { spokenNumber } from '#shared/orders/numbers.ts';
import { orderNumber } from '#shared/orders/orders.ts';
import { getLanguage } from '../../../lib/language.ts';
import { openShortcuts } from '../desk/single-keys.ts';
import { formatAmount, formatMoment } from '../kit/format.ts';
import { emailStatusLabels, orderStatusLabels } from '../kit/labels.ts';
import { screenList } from '../screens.ts';

/** Choosing it opens `target`, the path of a screen or of one of its rows, or runs an action. */
export type FindOption = { id: string; title: string; detail: string } & (
  | { target: string; run?: undefined }
  | { target?: undefined; run: () => void }
);
export type FindGroup = { label: string; options: FindOption[] };

const words = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** Screens and actions of the admin that match; all of them while nothing is typed. */
export function findScreens(q: string, logOut: () => void): FindGroup {
  const screens: FindOption[] = [
    ...screenList.map(({ id, label, path }) => ({ id: `screen-${id}`, title: label(), detail: '', target: path })),
    { id: 'new-product', title: m.admin_product_add(), detail: '', target: adminPath('products', { open: 'new' }) },
    { id: 'new-store', title: m.admin_location_add(), detail: '', target: adminPath('stores', { open: 'new' }) },
    { id: 'templates', title: m.admin_tab_emails(), detail: '', target: adminPath('emails') },
    { id: 'outbox', title: m.admin_outbox(), detail: '', target: adminPath('emails', { view: 'outbox' }) },
    { id: 'setup', title: m.admin_setup_heading(), detail: '', target: adminPath('settings') },
    { id: 'export', title: m.admin_find_export(), detail: '', run: downloadOrders },
    { id: 'keys', title: m.admin_keys_title(), detail: '', run: openShortcuts },
    { id: 'logout', title: m.admin_logout(), detail: '', run: logOut },
  ];
  const wanted = words(q.trim());
  return { label: m.admin_find_places(), options: screens.filter(({ title }) => words(title).includes(wanted)) };
}

function downloadOrders(): void {
  const link = document.createElement('a');
  Object.assign(link, { href: '/api/admin/orders.csv', download: '' }).click();
}

/** The matching records, one group per kind; empty groups are omitted. */
export function findRecords(found: Found | undefined): FindGroup[] {
  if (!found) return [];
  const groups: FindGroup[] = [
    {
      label: m.admin_tab_orders(),
      options: found.orders.map((order) => ({
        id: `order-${order.id}`,
        title: `${orderNumber(order.id)} ${spokenNumber(order.number)} · ${order.customerName}`,
        detail: [
          order.recipientName && m.admin_gift_for({ name: order.recipientName }),
          statusText(orderStatusLabels, order.status),
          formatAmount(order.totalAmount),
          `${order.city}, ${order.state}`,
          formatMoment(order.createdAt),
        ]
          .filter(Boolean)
          .join(' · '),
        target: adminPath('orders', { open: order.id }),
      })),
    },
    {
      label: m.admin_screen_products(),
      options: found.products.map(({ id, name, size, gtin }) => ({
        id: `product-${id}`,
        title: name[getLanguage()] || id,
        detail: [size[getLanguage()], gtin].filter(Boolean).join(' · '),
        target: adminPath('products', { open: id }),
      })),
    },
    {
      label: m.admin_tab_wholesalers(),
      options: found.inquiries.map(({ id, businessName, contactName, location }) => ({
        id: `inquiry-${id}`,
        title: businessName,
        detail: `${contactName} · ${location}`,
        target: adminPath('wholesale', { open: id }),
      })),
    },
    {
      label: m.admin_tab_stores(),
      options: found.stores.map(({ id, name, address }) => ({
        id: `store-${id}`,
        title: name,
        detail: address,
        target: adminPath('stores', { open: id }),
      })),
    },
    {
      label: m.admin_outbox(),
      options: found.emails.map(({ id, to, subject, status, createdAt }) => ({
        id: `mail-${id}`,
        title: subject,
        detail: `${to} · ${statusText(emailStatusLabels, status)} · ${formatMoment(createdAt)}`,
        target: adminPath('emails', { view: 'outbox', open: id }),
      })),
    },
  ];
  return groups.filter(({ options }) => options.length > 0);
}

function statusText(labels: Readonly<Record<string, { label: () => string }>>, status: string): string {
  return labels[status]?.label() ?? status;
}
