import { useState } from 'react';
import * as m from '#messages';
import { INQUIRY_SORTS, type Inquiry } from '#shared/admin-wholesale.ts';
import { useAddress } from '../address.ts';
import { ConfirmDialog } from '../confirm-dialog.tsx';
import { DataTable } from '../data-table.tsx';
import { adminKeys } from '../keys.ts';
import { lateLayer } from '../late-part.tsx';
import { ListBody } from '../list-body.tsx';
import { ListTools } from '../list-tools.tsx';
import { allRows, listSearch, useRows } from '../rows.ts';
import type { StorePrefill } from '../store-prefill.ts';
import { useListState } from '../use-list-state.ts';
import { inquiryStatusWords } from '../words.ts';
import { useDeleteInquiry, useInquiryStatus } from './api.ts';
import { inquiryColumns } from './inquiry-columns.tsx';

const InquiryDrawer = lateLayer(() => import('./inquiry-drawer.tsx'));
const NO_FILTER = { q: '', status: '' };

/** The specification, 2, Wholesalers. */
export default function WholesalersTab({ onAddToMap }: { onAddToMap: (prefill: StorePrefill) => void }) {
  const address = useAddress();
  const [state, setState] = useListState(inquiryStatusWords, INQUIRY_SORTS);
  const query = useRows<Inquiry>(adminKeys.wholesalers, state);
  const rows = allRows(query.data);
  const status = useInquiryStatus();
  const [doomed, setDoomed] = useState<Inquiry | null>(null);
  const deletion = useDeleteInquiry(() => {
    setDoomed(null);
    address.set({ open: null }, { replace: true });
  });
  const opened = address.get('open');
  const failureOf = (id: string) => (status.isError && status.variables.id === id ? status.error : null);
  const columns = inquiryColumns({
    failure: (row) => failureOf(row.id),
    onStatus: (row, next) => status.mutate({ id: row.id, status: next }),
    onOpen: (row) => address.set({ open: row.id }),
    onDelete: setDoomed,
  });
  return (
    <>
      <h2 className="sr-only">{m.admin_tab_wholesalers()}</h2>
      <ListTools
        hint={m.admin_search_wholesalers()}
        state={state}
        statuses={inquiryStatusWords}
        onChange={setState}
        sorts={[
          { value: 'newest', label: m.admin_sort_newest() },
          { value: 'oldest', label: m.admin_sort_oldest() },
          { value: 'business', label: m.admin_sort_business() },
        ]}
      >
        <a className="text-button" download href={`/api/admin/wholesalers.csv?${listSearch(state)}`}>
          {m.admin_csv()}
        </a>
      </ListTools>
      <ListBody
        query={query}
        rows={rows}
        state={state}
        onClear={() => setState(NO_FILTER)}
        empty={
          <>
            <p className="text-lead font-semibold text-cafecito">{m.admin_wholesalers_empty()}</p>
            <p>{m.admin_wholesalers_empty_hint()}</p>
          </>
        }
      >
        <DataTable
          caption={m.admin_tab_wholesalers()}
          rows={rows}
          columns={columns}
          sort={state.sort}
          onSort={(sort) => setState({ sort })}
        />
      </ListBody>
      {opened && (
        <InquiryDrawer
          id={opened}
          row={rows.find((row) => row.id === opened)}
          failure={failureOf(opened)}
          onStatus={(next) => status.mutate({ id: opened, status: next })}
          onDelete={setDoomed}
          onAddToMap={onAddToMap}
          onClose={() => address.set({ open: null }, { replace: true })}
        />
      )}
      {doomed && (
        <ConfirmDialog
          title={m.admin_delete_inquiry_title()}
          text={m.admin_delete_inquiry_text({ name: doomed.businessName })}
          confirm={m.admin_delete()}
          pending={m.admin_deleting()}
          isPending={deletion.isPending}
          onConfirm={() => deletion.mutate(doomed.id)}
          onClose={() => setDoomed(null)}
        />
      )}
    </>
  );
}
