import { type ReactNode, useState } from 'react';
import { QrCode } from '../features/admin/codes/qr-code.tsx';
import { DeskHeader } from '../features/admin/desk/desk-header.tsx';
import { LogoutButton } from '../features/admin/desk/logout-button.tsx';
import OwnersScreen from '../features/admin/desk/owners-screen.tsx';
import { CompactLogo, PlainCard } from '../features/admin/desk/plain-card.tsx';
import { Rail } from '../features/admin/desk/rail.tsx';
import { Recipient, SendButton } from '../features/admin/emails/mail-buttons.tsx';
import RecipientDialog from '../features/admin/emails/recipient-dialog.tsx';
import { StoredHint } from '../features/admin/emails/stored-hint.tsx';
import { ADMIN_ICON_NAMES, AdminIcon } from '../features/admin/kit/admin-icons.tsx';
import { ConfirmDialog } from '../features/admin/kit/confirm-dialog.tsx';
import { ConflictNotice } from '../features/admin/kit/conflict-notice.tsx';
import { ChangeError } from '../features/admin/kit/detail/change-error.tsx';
import { ChangeNotice } from '../features/admin/kit/detail/changed-notice.tsx';
import { CopyButton } from '../features/admin/kit/detail/copy-button.tsx';
import { Detail } from '../features/admin/kit/detail/detail.tsx';
import { EmailText } from '../features/admin/kit/detail/email-text.tsx';
import { DrawerSection, FactsList } from '../features/admin/kit/detail/facts-list.tsx';
import { PrintSheets } from '../features/admin/kit/detail/print-sheets.tsx';
import { Dialog } from '../features/admin/kit/dialog.tsx';
import ConflictChoice from '../features/admin/kit/form/conflict-choice.tsx';
import { RenameDialog } from '../features/admin/kit/form/rename-dialog.tsx';
import { emailStatusLabels, inquiryStatusLabels, orderStatusLabels } from '../features/admin/kit/labels.ts';
import { lazyPanel } from '../features/admin/kit/lazy.tsx';
import { ColumnChoice } from '../features/admin/kit/list/column-choice.tsx';
import { DataTable, RowCard, type TableProps } from '../features/admin/kit/list/data-table.tsx';
import { ListTools } from '../features/admin/kit/list/list-tools.tsx';
import type { RowsRead } from '../features/admin/kit/list/rows.ts';
import { TableFrame } from '../features/admin/kit/list/table-frame.tsx';
import { TodayList } from '../features/admin/kit/list/today-list.tsx';
import { Empty, LoadError, PageLoading, Skeleton } from '../features/admin/kit/load-states.tsx';
import { OwnerOnly } from '../features/admin/kit/role.tsx';
import { TextButton, TrashButton } from '../features/admin/kit/row-buttons.tsx';
import { StatusBadge, StatusSelect } from '../features/admin/kit/status.tsx';
import { Technical } from '../features/admin/kit/technical.tsx';
import { UndoOffer } from '../features/admin/kit/undo/undo-offers.tsx';
import { DraftNotice } from '../features/admin/kit/use-draft.tsx';
import { adminScreens } from '../features/admin/screens.ts';
import { TaxRecords } from '../features/admin/taxes/tax-records.tsx';
import { SummaryCards } from '../features/admin/today/summary-cards.tsx';
import { TodayLines } from '../features/admin/today/today-lines.tsx';
import { ApiError } from '../lib/api-client.ts';
import { Button } from '../ui/button.tsx';
import type { Specimen } from './specimen.ts';

const nothing = () => {};
const failure = new ApiError(503, '{"message":"The shop is not available for a moment."}');
const stale = new ApiError(
  409,
  JSON.stringify({ code: 'stale_version', current: { id: 's1', name: 'Bodega La Palma', version: 2 } }),
);
const conflict = {
  error: stale,
  facts: (current: Row) => [['Store', current.name]] as const,
  onMine: nothing,
  onTheirs: nothing,
};
const taxRecord = { id: 't1', kind: 'sale', state: 'look', amount: '31.41', failure: 'other_tax' } as const;
const mail = {
  id: 'm1',
  subject: 'Your order',
  to: 'maria@shopper.example',
  previousTo: [] as string[],
  sentAt: null,
  status: 'stored',
} as const;

type Row = { id: string; name: string; city: string };
const rows: Row[] = [
  { id: 's1', name: 'Bodega La Palma', city: 'Hialeah' },
  { id: 's2', name: 'Mini Market Ocho', city: 'Miami' },
];
const table: Omit<TableProps<Row>, 'rows'> = {
  caption: 'Stores',
  columns: [
    { id: 'name', header: 'Store', sort: { ascending: 'name' }, cell: (row) => row.name },
    { id: 'city', header: 'City', cell: (row) => row.city },
  ],
  card: (row) => (
    <RowCard title={row.name} openLabel={`Open ${row.name}`} onOpen={nothing} text={[row.city]} facts="Nov 21" />
  ),
  sort: 'name',
  onSort: nothing,
};
const read = (changes: Partial<RowsRead<Row>>): RowsRead<Row> => ({ rows, error: null, retry: nothing, ...changes });
const more = { isThere: true, isLoading: false, error: null, load: nothing };

/** Parts that cover the page are opened by a button. */
function Opened({ name, children }: { name: string; children: (onClose: () => void) => ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button size="small" variant="quiet" onClick={() => setOpen(true)}>
        Open {name}
      </Button>
      {isOpen && children(() => setOpen(false))}
    </>
  );
}

function SelectableTable() {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set(['s1']));
  return (
    <DataTable
      {...table}
      rows={rows}
      selection={{
        selected,
        onToggle: (ids, isSelected) =>
          setSelected(new Set([...[...selected].filter((id) => !ids.includes(id)), ...(isSelected ? ids : [])])),
        label: (id) => `Select ${id}`,
        allLabel: 'Select all',
        most: 100,
      }}
    />
  );
}

const Lost = lazyPanel<object>(() => Promise.reject(new Error('as without a network')));
const Waiting = lazyPanel<object>(() => new Promise(nothing), <Skeleton rows={1} />);

/** The parts directly in `client/features/admin`; those of a tab or screen are shown on it. */
export const adminParts: readonly Specimen[] = [
  {
    file: 'features/admin/kit/admin-icons.tsx',
    states: Object.fromEntries(ADMIN_ICON_NAMES.map((name) => [name, <AdminIcon key={name} name={name} />])),
  },
  { file: 'features/admin/kit/detail/change-error.tsx', states: { refused: <ChangeError error={failure} /> } },
  {
    file: 'features/admin/kit/form/rename-dialog.tsx',
    states: {
      closed: (
        <Opened name="another name">
          {(close) => (
            <RenameDialog
              title="Rename Ana"
              label="Name"
              press="Save"
              name="Ana"
              maxLength={80}
              rename={{ mutate: close, reset: () => {}, isPending: false, error: null }}
              onClose={close}
            />
          )}
        </Opened>
      ),
    },
  },
  {
    file: 'features/admin/kit/confirm-dialog.tsx',
    states: {
      closed: (
        <Opened name="a question">
          {(close) => (
            <ConfirmDialog
              title="Delete store?"
              text="It disappears from the map."
              confirm="Delete"
              onConfirm={close}
              onClose={close}
            />
          )}
        </Opened>
      ),
    },
  },
  {
    file: 'features/admin/kit/list/column-choice.tsx',
    states: {
      closed: (
        <ColumnChoice
          choices={[
            { id: 'city', header: 'City', isShown: true },
            { id: 'date', header: 'Date', isShown: false },
          ]}
          onToggle={nothing}
        />
      ),
    },
  },
  {
    file: 'features/admin/kit/detail/changed-notice.tsx',
    states: {
      changed: <ChangeNotice change="changed" onRead={nothing} />,
      deleted: <ChangeNotice change="deleted" onRead={nothing} />,
    },
  },
  { file: 'features/admin/kit/form/conflict-choice.tsx', states: { open: <ConflictChoice<Row> {...conflict} /> } },
  { file: 'features/admin/kit/conflict-notice.tsx', states: { open: <ConflictNotice<Row> {...conflict} /> } },
  {
    file: 'features/admin/kit/technical.tsx',
    states: { plain: <Technical text="Run npm start, or set SMTP_URL." /> },
  },
  {
    file: 'features/admin/kit/detail/copy-button.tsx',
    states: { plain: <CopyButton text="GUAVA" label="Copy the number" /> },
  },
  {
    file: 'features/admin/kit/row-buttons.tsx',
    states: {
      trash: <TrashButton label="Delete GUAVA" onClick={nothing} />,
      text: (
        <TextButton label="Open GUAVA" onClick={nothing}>
          GUAVA
        </TextButton>
      ),
    },
  },
  {
    file: 'features/admin/kit/list/data-table.tsx',
    states: { plain: <DataTable {...table} rows={rows} />, selectable: <SelectableTable /> },
  },
  {
    file: 'features/admin/desk/plain-card.tsx',
    states: {
      plain: (
        <PlainCard>
          <CompactLogo className="h-8 w-auto" />
        </PlainCard>
      ),
    },
  },
  {
    file: 'features/admin/desk/desk-header.tsx',
    states: { plain: <DeskHeader screen={adminScreens.orders} toggle={null} onFind={nothing} /> },
  },
  {
    file: 'features/admin/kit/detail/detail.tsx',
    states: {
      closed: (
        <Opened name="a detail">
          {(close) => (
            <Detail title="Order" onClose={close}>
              <DrawerSection title="Customer">María Núñez</DrawerSection>
            </Detail>
          )}
        </Opened>
      ),
    },
  },
  {
    file: 'features/admin/kit/dialog.tsx',
    states: {
      dialog: (
        <Opened name="a dialog">
          {(close) => (
            <Dialog title="Add store" description="Shown on the map at once." onClose={close}>
              <p>Its content</p>
            </Dialog>
          )}
        </Opened>
      ),
      drawer: (
        <Opened name="a drawer">
          {(close) => (
            <Dialog kind="drawer" title="Order" onClose={close}>
              <DrawerSection title="Customer">María Núñez</DrawerSection>
            </Dialog>
          )}
        </Opened>
      ),
    },
  },
  {
    file: 'features/admin/kit/detail/email-text.tsx',
    states: { plain: <EmailText address="maria@shopper.example" /> },
  },
  {
    file: 'features/admin/kit/detail/facts-list.tsx',
    states: {
      list: (
        <FactsList
          facts={[
            ['Customer', 'María Núñez'],
            ['City', 'Hialeah'],
          ]}
        />
      ),
      section: <DrawerSection title="Customer">María Núñez</DrawerSection>,
    },
  },
  { file: 'features/admin/kit/lazy.tsx', states: { waiting: <Waiting />, lost: <Lost /> } },
  {
    file: 'features/admin/kit/list/list-tools.tsx',
    states: {
      'status alone': (
        <ListTools
          state={{ q: '', status: '', sort: '' }}
          filters={{ status: { label: () => 'Status', all: () => 'All', options: { failed: () => 'Failed' } } }}
          onChange={nothing}
        />
      ),
      plain: (
        <ListTools
          hint="Name or city"
          state={{ q: '', status: '', sort: 'newest' }}
          filters={{ status: { label: () => 'Status', all: () => 'All', options: { pending: () => 'Pending' } } }}
          sorts={{ newest: () => 'Newest first', oldest: () => 'Oldest first' }}
          onChange={nothing}
        />
      ),
    },
  },
  {
    file: 'features/admin/kit/load-states.tsx',
    states: {
      page: <PageLoading />,
      skeleton: <Skeleton rows={2} />,
      failed: <LoadError error={failure} onRetry={nothing} />,
      empty: (
        <Empty>
          <p>No stores yet</p>
        </Empty>
      ),
    },
  },
  {
    file: 'features/admin/kit/role.tsx',
    states: { owner: <OwnerOnly helpers="A helper sees this">Only the owner sees this</OwnerOnly> },
  },
  { file: 'features/admin/desk/owners-screen.tsx', states: { plain: <OwnersScreen /> } },
  { file: 'features/admin/desk/logout-button.tsx', states: { plain: <LogoutButton /> } },
  {
    file: 'features/admin/emails/mail-buttons.tsx',
    states: {
      send: <SendButton mail={mail} name="the first mail" />,
      'send again': <SendButton mail={{ ...mail, sentAt: '2026-11-21T12:00:00Z' }} name="the second mail" />,
      recipient: <Recipient mail={{ ...mail, previousTo: ['maria@shoper.example'] }} name="the third mail" />,
    },
  },
  {
    file: 'features/admin/kit/detail/print-sheets.tsx',
    states: {
      closed: (
        <Opened name="a printed sheet">
          {(close) => (
            <PrintSheets onDone={close}>
              <p className="slip">A sheet</p>
            </PrintSheets>
          )}
        </Opened>
      ),
    },
  },
  {
    file: 'features/admin/codes/qr-code.tsx',
    states: { plain: <QrCode text="https://shop.example/shop?code=GUAVA10" label="GUAVA10" className="block w-32" /> },
  },
  {
    file: 'features/admin/desk/rail.tsx',
    states: {
      plain: (
        // A transformed box contains fixed parts.
        <div className="desk-frame relative h-[34rem] min-h-0! w-full [transform:translateZ(0)]">
          <Rail current="orders" counts={undefined} toggle={null} />
        </div>
      ),
    },
  },
  {
    file: 'features/admin/emails/recipient-dialog.tsx',
    states: {
      closed: <Opened name="a recipient">{(close) => <RecipientDialog mail={mail} onClose={close} />}</Opened>,
    },
  },
  {
    file: 'features/admin/kit/status.tsx',
    states: {
      orders: <StatusRow labels={orderStatusLabels} />,
      inquiries: <StatusRow labels={inquiryStatusLabels} />,
      mails: <StatusRow labels={emailStatusLabels} />,
      select: <StatusSelect status="pending" labels={orderStatusLabels} name="GUAVA123" onChange={nothing} />,
    },
  },
  { file: 'features/admin/emails/stored-hint.tsx', states: { plain: <StoredHint /> } },
  { file: 'features/admin/today/summary-cards.tsx', states: { plain: <SummaryCards onList={nothing} /> } },
  {
    file: 'features/admin/kit/list/table-frame.tsx',
    states: {
      loading: <TableFrame {...table} read={read({ rows: undefined })} />,
      failed: <TableFrame {...table} read={read({ rows: undefined, error: failure })} />,
      empty: <TableFrame {...table} read={read({ rows: [] })} empty={<p>No stores yet</p>} />,
      'nothing found': <TableFrame {...table} read={read({ rows: [] })} onClear={nothing} />,
      rows: <TableFrame {...table} read={read({})} />,
      'failed again': <TableFrame {...table} read={read({ error: failure })} />,
      outdated: <TableFrame {...table} read={read({ isOutdated: true })} />,
      more: <TableFrame {...table} read={read({ more })} />,
      'more on its way': <TableFrame {...table} read={read({ more: { ...more, isLoading: true } })} />,
      'more failed': <TableFrame {...table} read={read({ more: { ...more, error: failure } })} />,
    },
  },
  {
    file: 'features/admin/taxes/tax-records.tsx',
    states: {
      'to be sent again': <TaxRecords records={[taxRecord]} />,
      'by hand': <TaxRecords records={[{ ...taxRecord, kind: 'refund', failure: 'refund_failed' }]} />,
    },
  },
  { file: 'features/admin/today/today-lines.tsx', states: { waiting: <TodayLines /> } },
  {
    file: 'features/admin/kit/list/today-list.tsx',
    states: {
      plain: (
        <TodayList
          read={read({})}
          all="/dev/ui"
          row={(row) => ({ path: '/dev/ui', title: row.name, facts: [row.city] })}
        />
      ),
    },
  },
  {
    file: 'features/admin/kit/undo/undo-offers.tsx',
    states: {
      offered: (
        <ul>
          <UndoOffer offer={{ id: 1, text: () => 'The order is shipped', undo: () => Promise.resolve() }} />
        </ul>
      ),
    },
  },
  {
    file: 'features/admin/kit/use-draft.tsx',
    states: { restored: <DraftNotice isRestored onDiscard={nothing} /> },
  },
];

function StatusRow<Status extends string>({ labels }: { labels: Parameters<typeof StatusBadge<Status>>[0]['labels'] }) {
  return (Object.keys(labels) as Status[]).map((status) => (
    <StatusBadge key={status} status={status} labels={labels} />
  ));
}
