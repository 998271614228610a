import * as m from '#messages';
import type { Found } from '#shared/admin/find.ts';
import { RANKS, rankOf } from '#shared/admin/find-rank.ts';
import { adminPath } from '#shared/admin/paths.ts';
import type { Role } from '#shared/admin/staff.ts';
import { QUESTIONS_ROW, STORY_ROW, TEXT_ROW } from '#shared/content/text-keys.ts';
import { spokenNumber } from '#shared/orders/numbers.ts';
import { orderNumber } from '#shared/orders/orders.ts';
import { getLanguage } from '../../../lib/language.ts';
import { policyNames } from '../../../lib/policy-names.ts';
import { effectOf } from '../codes/code-words.ts';
import type { AdminIconName } from '../kit/admin-icons.tsx';
import { formatAmount, formatMoment } from '../kit/format.ts';
import { emailStatusLabels, orderStatusLabels } from '../kit/labels.ts';

/** A choice opens `target`, the path of a screen or a row, or a `chapter` of the guide, or runs an action. */
export type FindRow = {
  id: string;
  title: string;
  detail?: string;
  icon: AdminIconName;
  rank: number;
  target?: string;
  chapter?: string;
  run?: () => void;
};
export type FindGroup = { label: string; rows: FindRow[] };

type Shown = Pick<FindRow, 'id' | 'title' | 'detail' | 'target' | 'chapter'> & {
  /** Further texts that rank it, such as the number of an order and its customer. */
  keys?: readonly string[];
};
type Kind<Thing> = { label: () => string; icon: AdminIconName; show: (thing: Thing, role: Role) => Shown };

const dotted = (...parts: readonly (string | null | false | undefined)[]) => parts.filter(Boolean).join(' · ');

/** What the server finds: each kind's heading, icon, words and address, in the order of equally good groups. */
const KINDS: { readonly [Name in keyof Found]: Kind<Found[Name][number]> } = {
  orders: {
    label: m.admin_tab_orders,
    icon: 'box',
    show: (order, role) => ({
      id: order.id,
      keys: [order.id, orderNumber(order.id), String(order.number), spokenNumber(order.number), order.customerName],
      title: dotted(`${orderNumber(order.id)} ${spokenNumber(order.number)}`, order.customerName),
      detail: dotted(
        order.recipientName && m.admin_gift_for({ name: order.recipientName }),
        statusText(orderStatusLabels, order.status),
        role === 'owner' && formatAmount(order.totalAmount),
        `${order.city}, ${order.state}`,
        formatMoment(order.createdAt),
      ),
      target: adminPath('orders', { open: order.id }),
    }),
  },
  customers: {
    label: m.admin_screen_customers,
    icon: 'people',
    show: ({ id, name, email, net }) => ({
      id,
      keys: [email],
      title: name,
      detail: dotted(email, formatAmount(net)),
      target: adminPath('customers', { open: id }),
    }),
  },
  products: {
    label: m.admin_screen_products,
    icon: 'tag',
    show: ({ id, name, size, gtin }, role) => ({
      id,
      keys: [id, gtin],
      title: name[getLanguage()] || id,
      detail: dotted(size[getLanguage()], gtin),
      target: adminPath('products', role === 'owner' ? { open: id } : {}),
    }),
  },
  inquiries: {
    label: m.admin_tab_wholesalers,
    icon: 'shop',
    show: ({ id, businessName, contactName, location }) => ({
      id,
      title: businessName,
      detail: dotted(contactName, location),
      target: adminPath('wholesale', { open: id }),
    }),
  },
  accounts: {
    label: m.admin_screen_accounts,
    icon: 'shop',
    show: ({ id, name, addresses: [first] }) => ({
      id,
      title: name,
      detail: dotted(first && `${first.city}, ${first.state}`),
      target: adminPath('accounts', { open: id }),
    }),
  },
  stores: {
    label: m.admin_tab_stores,
    icon: 'pin',
    show: ({ id, name, address }) => ({
      id,
      title: name,
      detail: address,
      target: adminPath('stores', { open: id }),
    }),
  },
  codes: {
    label: m.admin_screen_codes,
    icon: 'ticket',
    show: ({ id, code, ...effect }) => ({
      id,
      title: code,
      detail: effectOf(effect),
      target: adminPath('codes', { open: id }),
    }),
  },
  emails: {
    label: m.admin_outbox,
    icon: 'mail',
    show: ({ id, to, subject, status, createdAt }) => ({
      id,
      title: subject,
      detail: dotted(to, statusText(emailStatusLabels, status), formatMoment(createdAt)),
      target: adminPath('emails', { view: 'outbox', open: id }),
    }),
  },
  guide: {
    label: m.admin_find_guide,
    icon: 'checklist',
    show: ({ id, title }) => ({ id, keys: Object.values(title), title: title[getLanguage()], chapter: id }),
  },
  policies: {
    label: m.admin_policies_title,
    icon: 'globe',
    show: ({ kind }) => ({ id: kind, title: policyNames[kind](), target: adminPath('site', { open: kind }) }),
  },
  stories: {
    label: m.admin_stories_title,
    icon: 'globe',
    show: ({ id, title }) => ({
      id,
      keys: Object.values(title),
      title: title[getLanguage()] || id,
      target: adminPath('site', { open: STORY_ROW + id }),
    }),
  },
  questions: {
    label: m.admin_faq_title,
    icon: 'globe',
    show: ({ question }) => ({
      id: question[getLanguage()],
      title: question[getLanguage()],
      target: adminPath('site', { open: QUESTIONS_ROW }),
    }),
  },
  texts: {
    label: m.admin_texts_title,
    icon: 'globe',
    show: ({ key, text }) => ({
      id: key,
      title: text[getLanguage()],
      target: adminPath('site', { open: TEXT_ROW + key }),
    }),
  },
};

/** The matches of the server, one group per kind. */
export function findRecords(q: string, found: Found | undefined, role: Role): FindGroup[] {
  return found ? (Object.keys(KINDS) as (keyof Found)[]).map((name) => groupFrom(q, found, name, role)) : [];
}

function groupFrom<Name extends keyof Found>(q: string, found: Found, name: Name, role: Role): FindGroup {
  const { label, icon, show }: Kind<Found[Name][number]> = KINDS[name];
  const rows = found[name].map((thing): FindRow => {
    const { keys = [], id, ...shown } = show(thing, role);
    // What the server found by other fields contains it.
    return { ...shown, id: `${name}-${id}`, icon, rank: rankOf(q, [shown.title, ...keys]) ?? RANKS.contains };
  });
  return { label: label(), rows };
}

/** The best groups first, and in each the best rows; without empty groups. */
export function inOrder(groups: readonly FindGroup[]): FindGroup[] {
  return groups
    .filter(({ rows }) => rows.length > 0)
    .map(({ label, rows }) => ({ label, rows: [...rows].sort((a, b) => a.rank - b.rank) }))
    .sort((a, b) => (a.rows[0]?.rank ?? 0) - (b.rows[0]?.rank ?? 0));
}

function statusText(labels: Readonly<Record<string, { label: () => string }>>, status: string): string {
  return labels[status]?.label() ?? status;
}
