import { useState } from 'react';
import * as m from '#messages';
import type { Inquiry, InquirySort } from '#shared/admin-wholesale.ts';
import { ConfirmDialog } from '../confirm-dialog.tsx';
import { adminKeys } from '../keys.ts';
import { inquiryStatusLabels, statusFilters } from '../labels.ts';
import { lazyDialog } from '../lazy.tsx';
import { ListFrame } from '../list-frame.tsx';
import type { ScreenProps } from '../slots.ts';
import { type ListKind, useList } from '../use-list.ts';
import { useDeleteInquiry, useInquiryStatus } from './api.ts';
import { InquiryCard } from './inquiry-card.tsx';
import { inquiryColumns } from './inquiry-columns.tsx';

const InquiryDrawer = lazyDialog(() => import('./inquiry-drawer.tsx'));
const inquiryList: ListKind = {
  key: adminKeys.wholesalers,
  title: m.admin_tab_wholesalers,
  hint: m.admin_search_wholesalers,
  filters: statusFilters(inquiryStatusLabels),
  sorts: {
    newest: m.admin_sort_newest,
    oldest: m.admin_sort_oldest,
    business: m.admin_sort_business,
  } satisfies Record<InquirySort, () => string>,
  empty: [m.admin_wholesalers_empty, m.admin_wholesalers_empty_hint],
  downloads: [{ label: m.admin_csv }],
};

/** The wholesalers tab (docs/specification.md#admin). */
export default function WholesalersTab({ onAddToMap }: ScreenProps) {
  const list = useList<Inquiry>(inquiryList);
  const status = useInquiryStatus();
  const [doomed, setDoomed] = useState<Inquiry | null>(null);
  const deletion = useDeleteInquiry(() => {
    setDoomed(null);
    list.close();
  });
  const { rows, opened } = list;
  const failureOf = (id: string) => (status.isError && status.variables.id === id ? status.error : null);
  const columns = inquiryColumns({
    failure: (row) => failureOf(row.id),
    onStatus: (row, next) => status.mutate({ id: row.id, status: next, from: row }),
    onOpen: (row) => list.open(row.id),
    onDelete: setDoomed,
  });
  return (
    <>
      <ListFrame
        list={list}
        rows={rows}
        columns={columns}
        card={(row) => (
          <InquiryCard
            inquiry={row}
            failure={failureOf(row.id)}
            onStatus={(next) => status.mutate({ id: row.id, status: next, from: row })}
            onOpen={() => list.open(row.id)}
          />
        )}
      />
      {opened && (
        <InquiryDrawer
          id={opened}
          row={rows.find((row) => row.id === opened)}
          failure={failureOf(opened)}
          onStatus={(row, next) => status.mutate({ id: row.id, status: next, from: row })}
          onDelete={setDoomed}
          onAddToMap={onAddToMap}
          onClose={list.close}
        />
      )}
      {doomed && (
        <ConfirmDialog
          title={m.admin_delete_inquiry_title()}
          text={m.admin_delete_inquiry_text({ name: doomed.businessName })}
          confirm={m.admin_delete()}
          pending={m.admin_deleting()}
          isPending={deletion.isPending}
          onConfirm={() => deletion.mutate(doomed)}
          onClose={() => setDoomed(null)}
        />
      )}
    </>
  );
}
