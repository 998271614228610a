import type { Account } from '#shared/accounts/accounts.ts';
import type { Changes, Summary } from '#shared/admin/admin.ts';
import type { Found } from '#shared/admin/find.ts';
import type { LiveChange } from '#shared/admin/live.ts';
import type { Today } from '#shared/admin/today.ts';
import { NO_AMOUNTS } from '#shared/core/amount-fields.ts';
import type { Order, OrderDetail } from '#shared/orders/admin-orders.ts';

const NOTHING = '0.00';

/** The kinds of changes that a helper's dashboard polls for. */
const FOLLOWED: ReadonlySet<LiveChange['kind']> = new Set<LiveChange['kind']>(['order', 'inquiry', 'content']);

/** Events of an order's history that a packer needs. The others contain amounts, or the owner's own words. */
const TOLD: ReadonlySet<string> = new Set([
  'created',
  'status',
  'tracking',
  'address',
  'parcel',
  'delay',
  'waits',
  'gift',
]);

/**
 * The answers that a helper gets, by call. A call that is missing here answers both roles alike. `current` of a 409 is
 * cut like the answer.
 */
const VIEWS = {
  'GET /api/admin/accounts': (accounts: readonly Account[]) => accounts.map(toShipTo),
  'GET /api/admin/accounts/:id': toShipTo,
  'GET /api/admin/orders': (orders: readonly Order[]) => orders.map(toPack),
  'GET /api/admin/orders/:id': detailToPack,
  'PATCH /api/admin/orders/status': (orders: readonly Order[]) => orders.map(toPack),
  'PATCH /api/admin/orders/:id/status': toPack,
  'PATCH /api/admin/orders/:id/tracking': toPack,
  'DELETE /api/admin/orders/:id/tracking': toPack,
  'GET /api/admin/summary': (summary: Summary): Summary => ({ ...summary, revenue: NOTHING, netRevenue: NOTHING }),
  'GET /api/admin/summary/today': (today: Today): Today => ({
    ...today,
    ...{ anomalies: 0, disputes: 0, failedRefunds: 0, failedMails: 0, certificates: 0 },
  }),
  'GET /api/admin/changes': ({ changes, ...totals }: Changes): Changes => ({
    ...totals,
    unpublished: [],
    changes: changes?.filter(({ kind }) => FOLLOWED.has(kind)) ?? null,
  }),
  'GET /api/admin/find': ({ orders, products, inquiries, accounts, guide }: Found): Found => ({
    orders: orders.map((order) => ({ ...order, totalAmount: NOTHING })),
    products,
    inquiries,
    guide,
    accounts,
    ...{ customers: [], stores: [], codes: [], emails: [], policies: [], stories: [], questions: [], texts: [] },
  }),
} as const;

/** An account without its prices, terms and people. */
function toShipTo({ id, name, addresses, isOnHold, inquiryId, version, createdAt }: Account): Account {
  return {
    ...{ id, name, addresses, isOnHold, inquiryId, version, createdAt },
    ...{ people: [], terms: null, minimumCents: null, creditLimitCents: null, notes: '' },
    ...{ certificate: null, certificateFile: null, hasOwnPrices: false },
  };
}

/** An order without its sums; the packing slip has none. The prices are those of the page. */
function toPack<T extends Order>(order: T): T {
  return {
    ...order,
    ...NO_AMOUNTS,
    totalAmount: NOTHING,
    difference: NOTHING,
    refundedAmount: NOTHING,
    disputedAmount: NOTHING,
    refundFailedAt: null,
    shippingCost: null,
    discountCode: null,
    discountName: null,
    source: null,
    taxLines: order.taxLines.map((line) => ({ ...line, amount: NOTHING })),
    stripePaymentIntentId: '',
    // Contains prices; `lines` has the same items.
    items: '[]',
    lines: order.lines.map((line) => ({ ...line, unitPriceCents: 0, discountCents: 0, taxCents: 0 })),
  };
}

/** Also without the link of the customer's page, where anyone can cancel the order for a refund. */
function detailToPack(order: OrderDetail): OrderDetail {
  return {
    ...toPack(order),
    taxRecords: [],
    statusUrl: '',
    paymentUrl: null,
    events: order.events.flatMap((event) => {
      if (!TOLD.has(event.kind)) return [];
      return [event.kind === 'created' ? { ...event, detail: {} } : event];
    }),
    emails: [],
    refunds: [],
    refundableAmount: NOTHING,
    labels: order.labels.map((label) => ({ ...label, cost: null })),
    owed: { askable: NOTHING, requests: [] },
  };
}

/** An answer as a helper gets it. @param call as in `RIGHTS` */
export function helperView(call: string, status: number, answer: unknown): unknown {
  const view = (VIEWS as Readonly<Record<string, (answer: never) => unknown>>)[call];
  if (!view || answer === null || typeof answer !== 'object') return answer;
  if (status < 400) return view(answer as never);
  const { current } = answer as { current?: unknown };
  return current === undefined ? answer : { ...answer, current: view(current as never) };
}
