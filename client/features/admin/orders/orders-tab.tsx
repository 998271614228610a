import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import * as m from '#messages';
import type { AdminProduct } from '#shared/catalogue/products.ts';
import { oncePer } from '#shared/core/memoize.ts';
import type { Order, OrderSort } from '#shared/orders/admin-orders.ts';
import { MAX_BULK, ORDER_STATUSES, type OrderStatus, orderNumber } from '#shared/orders/orders.ts';
import { orderIn } from '#shared/orders/words.ts';
import { useLanguage } from '../../../lib/language.ts';
import { adminKeys } from '../keys.ts';
import { orderStatusLabels, statusFilter, TO_PROCESS } from '../kit/labels.ts';
import { lazyDialog } from '../kit/lazy.tsx';
import { ListFrame } from '../kit/list/list-frame.tsx';
import { useEvent, useStableMemo } from '../kit/list/stable.ts';
import { type ListKind, useList } from '../kit/list/use-list.ts';
import { useIsOwner } from '../kit/role.tsx';
import { nameOf } from '../products/product-names.ts';
import { NewOrderLinks } from '../written-orders/new-order-link.tsx';
import { useOrderStatus } from './api.ts';
import { BulkActions } from './bulk/actions.tsx';
import { OrderCard } from './order-card.tsx';
import { orderColumns } from './order-columns.tsx';
import { PrintSlips } from './packing-slip.tsx';
import { useSelection } from './use-selection.ts';

const OrderDrawer = lazyDialog(() => import('./order-drawer.tsx'));
const TrackingDialog = lazyDialog(() => import('./ship/tracking-dialog.tsx'));
const ShipGrid = lazyDialog(() => import('./ship/grid.tsx'));
const PickList = lazyDialog(() => import('./pick-list.tsx'));

const UNDELIVERED = ORDER_STATUSES.filter((status) => status !== 'delivered').join(',');

const orderList = {
  key: adminKeys.orders,
  title: m.admin_tab_orders,
  hint: m.admin_search_orders,
  sorts: {
    newest: m.admin_sort_newest,
    oldest: m.admin_sort_oldest,
    highest: m.admin_sort_highest,
    lowest: m.admin_sort_lowest,
  } satisfies Record<OrderSort, () => string>,
  empty: [m.admin_orders_empty, m.admin_orders_empty_hint],
  downloads: [
    { label: m.admin_xlsx_orders, ending: 'xlsx' },
    { label: m.admin_xlsx_lines, ending: 'xlsx', query: { per: 'line' } },
    { label: m.admin_csv_orders },
    { label: m.admin_csv_lines, query: { per: 'line' } },
  ],
} satisfies ListKind;

/** Without sums. */
const BY_DAY = { newest: m.admin_sort_newest, oldest: m.admin_sort_oldest };

/** The orders tab (docs/specification.md#admin). */
export default function OrdersTab() {
  const isOwner = useIsOwner();
  const list = useList<Order>({ ...orderList, sorts: isOwner ? orderList.sorts : BY_DAY, filters: useOrderFilters() });
  const language = useLanguage();
  const inLanguage = useMemo(() => oncePer((order: Order) => orderIn(order, language)), [language]);
  const rows = list.rows.map(inLanguage);
  const status = useOrderStatus();
  const selection = useSelection(rows.map((row) => row.id));
  const [tracked, setTracked] = useState<Order | null>(null);
  const [printed, setPrinted] = useState<Order[]>([]);
  /** The orders in the open grid, empty for all that wait; `null` while the grid is closed. */
  const [shipped, setShipped] = useState<Order[] | null>(null);
  /** The same for the pick list. */
  const [picked, setPicked] = useState<readonly Order[] | null>(null);
  const { opened } = list;
  const failed = status.isError ? status.variables.id : '';
  const failureOf = (id: string) => (id === failed ? status.error : null);
  const setStatus = useEvent((order: Order, next: OrderStatus) =>
    status.mutate({ id: order.id, status: next, from: order }),
  );
  const open = useEvent((row: Order) => list.open(row.id));
  const views = useOrderViews({
    failed,
    error: status.error,
    onStatus: setStatus,
    onOpen: open,
    onTracking: setTracked,
  });
  return (
    <>
      <ListFrame
        list={list}
        rows={rows}
        {...views}
        selection={{
          selected: selection.selected,
          onToggle: selection.toggle,
          label: (id) => m.admin_select_order({ number: orderNumber(id) }),
          allLabel: rows.length > MAX_BULK ? m.admin_select_first({ count: MAX_BULK }) : m.admin_select_all(),
          most: MAX_BULK,
        }}
        actions={<WaitingButtons onShip={() => setShipped([])} onPick={() => setPicked([])} />}
      >
        <BulkActions rows={rows} selection={selection} onPrint={setPrinted} onShip={setShipped} onPick={setPicked} />
      </ListFrame>
      {opened && (
        <OrderDrawer
          id={opened}
          failure={failureOf(opened)}
          onStatus={setStatus}
          onTracking={setTracked}
          onPrint={(order) => setPrinted([order])}
          onClose={list.close}
        />
      )}
      {tracked && <TrackingDialog order={tracked} onClose={() => setTracked(null)} />}
      {shipped && (
        <ShipGrid
          orders={shipped}
          onPrint={setPrinted}
          onPick={() => setPicked(shipped)}
          onClose={() => setShipped(null)}
        />
      )}
      {picked && <PickList orders={picked} onClose={() => setPicked(null)} />}
      {printed.length > 0 && <PrintSlips orders={printed} onDone={() => setPrinted([])} />}
    </>
  );
}

/** By status, and by product where there are several. */
function useOrderFilters(): ListKind['filters'] {
  const { data } = useQuery<AdminProduct[]>({ queryKey: adminKeys.products });
  const language = useLanguage();
  return useMemo(() => {
    const named = data?.map((product) => [product.id, () => nameOf(product, language)] as const);
    const product = {
      label: m.admin_filter_product,
      all: m.admin_filter_all_products,
      options: named && Object.fromEntries(named),
    };
    return {
      status: statusFilter(orderStatusLabels, {
        [TO_PROCESS]: m.admin_filter_to_process,
        [UNDELIVERED]: m.admin_filter_undelivered,
      }),
      // Until they are read, its place is kept.
      ...((!named || named.length > 1) && { product }),
    };
  }, [data, language]);
}

/** For all orders that wait. */
function WaitingButtons({ onShip, onPick }: { onShip: () => void; onPick: () => void }) {
  return (
    <>
      <NewOrderLinks />
      <button type="button" className="text-button" onClick={onPick}>
        {m.admin_pick_title()}
      </button>
      <button type="button" data-ship aria-keyshortcuts="s" className="text-button" onClick={onShip}>
        {m.admin_ship_open()}
      </button>
    </>
  );
}

type ViewOptions = Pick<Parameters<typeof orderColumns>[0], 'onStatus' | 'onOpen' | 'onTracking'> & {
  /** The order whose status was not saved, and the error. */
  failed: string;
  error: unknown;
};

/** An order as a table row, and as a card on a phone; memoized while nothing in them has changed. */
function useOrderViews({ failed, error, onStatus, onOpen, onTracking }: ViewOptions) {
  const failure = ({ id }: Order) => (id === failed ? error : null);
  const columns = useStableMemo(
    () => orderColumns({ failure, onStatus, onOpen, onTracking }),
    [failed, error, onStatus, onOpen, onTracking],
  );
  const card = useStableMemo(
    () => (row: Order) => (
      <OrderCard
        order={row}
        failure={failure(row)}
        onStatus={(next) => onStatus(row, next)}
        onOpen={() => onOpen(row)}
      />
    ),
    [failed, error, onStatus, onOpen],
  );
  return { columns, card };
}
