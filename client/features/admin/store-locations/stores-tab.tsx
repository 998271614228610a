import { useEffect, useEffectEvent, useState } from 'react';
import * as m from '#messages';
import type { StoreLocation } from '#shared/stores/stores.ts';
import { storeTypeText } from '../../../lib/store-type.ts';
import { Button } from '../../../ui/button.tsx';
import { toast } from '../../../ui/toast.ts';
import { adminKeys } from '../keys.ts';
import { AdminIcon } from '../kit/admin-icons.tsx';
import { ConfirmDialog } from '../kit/confirm-dialog.tsx';
import { lazyDialog } from '../kit/lazy.tsx';
import { type Column, RowCard } from '../kit/list/data-table.tsx';
import { ListFrame } from '../kit/list/list-frame.tsx';
import { wholeRead } from '../kit/list/rows.ts';
import { type ListKind, useWholeList } from '../kit/list/use-list.ts';
import { useOpenRow } from '../kit/open-row.ts';
import { TrashButton } from '../kit/row-buttons.tsx';
import { useDeleteLocation, useStoreLocations } from './api.ts';
import { formatCoordinates } from './coordinate.ts';

const StoreDialog = lazyDialog(() => import('./store-dialog.tsx'));

/**
 * A store's id in the URL, or `new`, opens its form once; closing it removes it from the URL. If the list lacks the
 * store, it is read again, because another tab may have added it.
 */
function useLinkedStore(
  { data: stores, refetch }: ReturnType<typeof useStoreLocations>,
  onOpen: (store: StoreLocation | 'new') => void,
): void {
  const { opened: wanted, close } = useOpenRow();
  const onClose = useEffectEvent(close);
  useEffect(() => {
    if (!wanted || !stores) return;
    let isCurrent = true;
    const storeIn = (list: StoreLocation[]) => (wanted === 'new' ? wanted : list.find(({ id }) => id === wanted));
    const open = (store: StoreLocation | 'new' | undefined) => {
      if (store) onOpen(store);
      else toast({ title: m.admin_location_gone(), variant: 'destructive' });
      onClose();
    };
    const known = storeIn(stores);
    if (known) open(known);
    else void refetch().then(({ data }) => isCurrent && open(storeIn(data ?? [])));
    return () => {
      isCurrent = false;
    };
  }, [wanted, stores, refetch, onOpen]);
}

const storeList: ListKind = {
  key: adminKeys.storeLocations,
  title: m.admin_tab_stores,
  empty: [m.admin_stores_empty],
};

/** The stores tab (docs/specification.md#stores). */
export default function StoresTab() {
  const stores = useStoreLocations();
  const [edited, setEdited] = useState<StoreLocation | 'new' | null>(null);
  useLinkedStore(stores, setEdited);
  const [doomed, setDoomed] = useState<StoreLocation | null>(null);
  const deletion = useDeleteLocation(() => setDoomed(null));
  const list = useWholeList(storeList, wholeRead(stores));
  const columns = storeColumns({ onEdit: setEdited, onDelete: setDoomed });
  return (
    <>
      <ListFrame
        list={list}
        rows={list.rows}
        actions={
          <Button size="small" onClick={() => setEdited('new')}>
            {m.admin_location_add()}
          </Button>
        }
        columns={columns}
        card={(row) => (
          <RowCard
            title={<span className="line-clamp-2">{row.name}</span>}
            titleClass="min-w-0 flex-[1_1_10rem]"
            openLabel={m.admin_location_edit_of({ name: row.name })}
            onOpen={() => setEdited(row)}
            aside={
              <span>
                <DeleteButton store={row} onDelete={setDoomed} />
              </span>
            }
            text={[row.address, storeTypeText(row.storeType)]}
          />
        )}
      />
      {edited && <StoreDialog location={edited === 'new' ? undefined : edited} onClose={() => setEdited(null)} />}
      {doomed && (
        <ConfirmDialog
          title={m.admin_location_delete_title()}
          text={m.admin_location_delete_text({ name: doomed.name })}
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

type Actions = { onEdit: (store: StoreLocation) => void; onDelete: (store: StoreLocation) => void };

function storeColumns({ onEdit, onDelete }: Actions): Column<StoreLocation>[] {
  return [
    {
      id: 'name',
      header: m.admin_col_store_name(),
      cell: (row) => <span className="font-semibold">{row.name}</span>,
    },
    { id: 'address', header: m.admin_col_address(), cell: (row) => row.address },
    { id: 'type', header: m.admin_col_type(), cell: (row) => storeTypeText(row.storeType) },
    {
      id: 'coordinates',
      header: m.admin_col_coordinates(),
      className: 'whitespace-nowrap tabular-nums',
      cell: (row) => formatCoordinates(row.latitude, row.longitude),
    },
    {
      id: 'actions',
      header: m.admin_col_actions(),
      className: 'whitespace-nowrap',
      cell: (row) => (
        <span className="flex">
          <button
            type="button"
            className="icon-button"
            data-tooltip
            aria-label={m.admin_location_edit_of({ name: row.name })}
            onClick={() => onEdit(row)}
          >
            <AdminIcon name="pencil" />
          </button>
          <DeleteButton store={row} onDelete={onDelete} />
        </span>
      ),
    },
  ];
}

function DeleteButton({ store, onDelete }: { store: StoreLocation } & Pick<Actions, 'onDelete'>) {
  return <TrashButton label={m.admin_location_delete_of({ name: store.name })} onClick={() => onDelete(store)} />;
}
