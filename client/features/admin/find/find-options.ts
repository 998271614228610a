import * as m from '#messages';
import type { Found } from '#shared/find.ts';
import { orderNumber } from '#shared/orders.ts';
import { formatAmount, formatMoment } from '../format.ts';
import { emailStatusLabels, orderStatusLabels } from '../labels.ts';
import { adminTabs } from '../tabs.tsx';

/** What of the url a choice sets; what belongs to the view before it is left behind. */
export type FindTarget = Record<string, string | null>;
export type FindOption = { id: string; title: string; detail: string; target: FindTarget };
export type FindGroup = { label: string; options: FindOption[] };

const words = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** Places and actions of the admin whose name has the letters; all of them while nothing is typed. */
export function findPlaces(q: string): FindGroup {
  const places: FindOption[] = [
    ...Object.entries(adminTabs).map(([tab, { label }]) => ({
      id: `tab-${tab}`,
      title: label(),
      detail: '',
      target: { tab },
    })),
    { id: 'new-store', title: m.admin_location_add(), detail: '', target: { tab: 'stores', open: 'new' } },
    { id: 'outbox', title: m.admin_outbox(), detail: '', target: { tab: 'emails', view: 'outbox' } },
    { id: 'numbers', title: m.admin_numbers_open(), detail: '', target: { numbers: '30d' } },
    { id: 'setup', title: m.admin_setup_heading(), detail: '', target: { screen: 'setup' } },
  ];
  const wanted = words(q.trim());
  return { label: m.admin_find_places(), options: places.filter(({ title }) => words(title).includes(wanted)) };
}

/** What the shop's records have, a group each; empty groups are left out. */
export function findRecords(found: Found | undefined): FindGroup[] {
  if (!found) return [];
  const groups: FindGroup[] = [
    {
      label: m.admin_tab_orders(),
      options: found.orders.map((order) => ({
        id: `order-${order.id}`,
        title: `${orderNumber(order.id)} · ${order.customerName}`,
        detail: [
          statusText(orderStatusLabels, order.status),
          formatAmount(order.totalAmount),
          `${order.city}, ${order.state}`,
          formatMoment(order.createdAt),
        ].join(' · '),
        target: { tab: 'orders', open: order.id },
      })),
    },
    {
      label: m.admin_tab_wholesalers(),
      options: found.inquiries.map(({ id, businessName, contactName, location }) => ({
        id: `inquiry-${id}`,
        title: businessName,
        detail: `${contactName} · ${location}`,
        target: { tab: 'wholesalers', open: id },
      })),
    },
    {
      label: m.admin_tab_stores(),
      options: found.stores.map(({ id, name, address }) => ({
        id: `store-${id}`,
        title: name,
        detail: address,
        target: { tab: 'stores', open: id },
      })),
    },
    {
      label: m.admin_outbox(),
      options: found.emails.map(({ id, to, subject, status, createdAt }) => ({
        id: `mail-${id}`,
        title: subject,
        detail: `${to} · ${statusText(emailStatusLabels, status)} · ${formatMoment(createdAt)}`,
        target: { tab: 'emails', view: 'outbox', open: id },
      })),
    },
  ];
  return groups.filter(({ options }) => options.length > 0);
}

function statusText(labels: Readonly<Record<string, { label: () => string }>>, status: string): string {
  return labels[status]?.label() ?? status;
}
