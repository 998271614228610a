import { useState } from 'react';
import { Link } from 'wouter';
import * as m from '#messages';
import { adminPath } from '#shared/admin/paths.ts';
import type { Inquiry, InquirySort, InquiryStatus } from '#shared/wholesale/admin-wholesale.ts';
import { adminKeys } from '../keys.ts';
import type { ScreenProps } from '../kit/admin-screen.ts';
import { ConfirmDialog } from '../kit/confirm-dialog.tsx';
import { inquiryStatusLabels, statusFilter } from '../kit/labels.ts';
import { lazyDialog } from '../kit/lazy.tsx';
import { ListFrame } from '../kit/list/list-frame.tsx';
import { useEvent, useStableMemo } from '../kit/list/stable.ts';
import { type ListKind, useList } from '../kit/list/use-list.ts';
import { useDeleteInquiry, useInquiryStatus } from './api.ts';
import { InquiryCard } from './inquiry-card.tsx';
import { inquiryColumns } from './inquiry-columns.tsx';

const InquiryDrawer = lazyDialog(() => import('./inquiry-drawer.tsx'));
const inquiryList: ListKind = {
  key: adminKeys.wholesalers,
  title: m.admin_tab_wholesalers,
  hint: m.admin_search_wholesalers,
  filters: { status: statusFilter(inquiryStatusLabels) },
  sorts: {
    newest: m.admin_sort_newest,
    oldest: m.admin_sort_oldest,
    business: m.admin_sort_business,
  } satisfies Record<InquirySort, () => string>,
  empty: [m.admin_wholesalers_empty, m.admin_wholesalers_empty_hint],
  downloads: [{ label: m.admin_xlsx, ending: 'xlsx' }, { label: m.admin_csv }],
};

/** The wholesalers tab (docs/specification.md#admin). */
export default function WholesalersTab({ onAddToMap }: ScreenProps) {
  const list = useList<Inquiry>(inquiryList);
  const { failed, error, failureOf, setStatus } = useStatusChange();
  const [doomed, setDoomed] = useState<Inquiry | null>(null);
  const deletion = useDeleteInquiry(() => {
    setDoomed(null);
    list.close();
  });
  const { rows, opened } = list;
  const open = useEvent((row: Inquiry) => list.open(row.id));
  const columns = useStableMemo(
    () =>
      inquiryColumns({ failure: (row) => failureOf(row.id), onStatus: setStatus, onOpen: open, onDelete: setDoomed }),
    [failed, error, setStatus, open],
  );
  const card = useStableMemo(
    () => (row: Inquiry) => (
      <InquiryCard
        inquiry={row}
        failure={failureOf(row.id)}
        onStatus={(next) => setStatus(row, next)}
        onOpen={() => open(row)}
      />
    ),
    [failed, error, setStatus, open],
  );
  return (
    <>
      <ListFrame
        list={list}
        rows={rows}
        columns={columns}
        card={card}
        actions={
          <Link className="link" href={adminPath('accounts')}>
            {m.admin_screen_accounts()}
          </Link>
        }
      />
      {opened && (
        <InquiryDrawer
          id={opened}
          row={rows.find((row) => row.id === opened)}
          failure={failureOf(opened)}
          onStatus={setStatus}
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

/** Changes the status of an inquiry; a row whose last change was refused shows why. */
function useStatusChange() {
  const status = useInquiryStatus();
  const failed = status.isError ? status.variables.id : '';
  return {
    failed,
    error: status.error,
    failureOf: (id: string) => (id === failed ? status.error : null),
    setStatus: useEvent((row: Inquiry, next: InquiryStatus) => status.mutate({ id: row.id, status: next, from: row })),
  };
}
