import { useState } from 'react';
import * as m from '#messages';
import { ORDER_SORTS, type Order } from '#shared/admin-orders.ts';
import { orderIn } from '#shared/order-words.ts';
import { orderNumber } from '#shared/orders.ts';
import { useLanguage } from '../../../lib/language.ts';
import { useAddress } from '../address.ts';
import { DataTable } from '../data-table.tsx';
import { adminKeys } from '../keys.ts';
import { lateLayer } from '../late-part.tsx';
import { ListBody } from '../list-body.tsx';
import { ListTools } from '../list-tools.tsx';
import { allRows, listSearch, useRows } from '../rows.ts';
import { useListState } from '../use-list-state.ts';
import { orderStatusWords } from '../words.ts';
import { useBulkStatus, useOrderStatus } from './api.ts';
import { BulkBar } from './bulk-bar.tsx';
import { orderColumns } from './order-columns.tsx';
import { PrintSlips } from './packing-slip.tsx';
import { useSelection } from './use-selection.ts';

const OrderDrawer = lateLayer(() => import('./order-drawer.tsx'));
const TrackingDialog = lateLayer(() => import('./tracking-dialog.tsx'));
const NO_FILTER = { q: '', status: '' };

/** The specification, 2, Orders. */
export default function OrdersTab() {
  const address = useAddress();
  const [state, setState] = useListState(orderStatusWords, ORDER_SORTS);
  const query = useRows<Order>(adminKeys.orders, state);
  const language = useLanguage();
  const rows = allRows(query.data).map((order) => orderIn(order, language));
  const status = useOrderStatus();
  const selection = useSelection(rows.map((row) => row.id));
  const bulk = useBulkStatus(selection.clear);
  const [tracked, setTracked] = useState<Order | null>(null);
  const [printed, setPrinted] = useState<Order[]>([]);
  const opened = address.get('open');
  const csv = (more: Record<string, string>) => `/api/admin/orders.csv?${listSearch(state, more)}`;
  const failureOf = (id: string) => (status.isError && status.variables.id === id ? status.error : null);
  const columns = orderColumns({
    failure: (row) => failureOf(row.id),
    onStatus: (row, next) => status.mutate({ id: row.id, status: next }),
    onOpen: (row) => address.set({ open: row.id }),
    onTracking: setTracked,
  });
  return (
    <>
      <h2 className="sr-only">{m.admin_tab_orders()}</h2>
      <ListTools
        hint={m.admin_search_orders()}
        state={state}
        statuses={orderStatusWords}
        onChange={setState}
        sorts={[
          { value: 'newest', label: m.admin_sort_newest() },
          { value: 'oldest', label: m.admin_sort_oldest() },
          { value: 'highest', label: m.admin_sort_highest() },
          { value: 'lowest', label: m.admin_sort_lowest() },
        ]}
      >
        <a className="text-button" download href={csv({})}>
          {m.admin_csv_orders()}
        </a>
        <a className="text-button" download href={csv({ per: 'line' })}>
          {m.admin_csv_lines()}
        </a>
      </ListTools>
      {selection.ids.length > 0 && (
        <BulkBar
          count={selection.ids.length}
          isPending={bulk.isPending}
          error={bulk.error}
          onApply={(next) => bulk.mutate({ ids: selection.ids, status: next })}
          onPrint={() => setPrinted(rows.filter((row) => selection.selected.has(row.id)))}
          onClear={selection.clear}
        />
      )}
      <ListBody
        query={query}
        rows={rows}
        state={state}
        onClear={() => setState(NO_FILTER)}
        empty={
          <>
            <p className="text-lead font-semibold text-cafecito">{m.admin_orders_empty()}</p>
            <p>{m.admin_orders_empty_hint()}</p>
          </>
        }
      >
        <DataTable
          caption={m.admin_tab_orders()}
          rows={rows}
          columns={columns}
          sort={state.sort}
          onSort={(sort) => setState({ sort })}
          selection={{
            selected: selection.selected,
            onToggle: selection.toggle,
            label: (id) => m.admin_select_order({ number: orderNumber(id) }),
            allLabel: m.admin_select_all(),
          }}
        />
      </ListBody>
      {opened && (
        <OrderDrawer
          id={opened}
          failure={failureOf(opened)}
          onStatus={(next) => status.mutate({ id: opened, status: next })}
          onTracking={setTracked}
          onPrint={(order) => setPrinted([order])}
          onClose={() => address.set({ open: null }, { replace: true })}
        />
      )}
      {tracked && <TrackingDialog order={tracked} onClose={() => setTracked(null)} />}
      {printed.length > 0 && <PrintSlips orders={printed} onDone={() => setPrinted([])} />}
    </>
  );
}
