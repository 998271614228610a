import { useState } from 'react';
import * as m from '#messages';
import type { Lot } from '#shared/lots/lots.ts';
import { Button } from '../../../ui/button.tsx';
import { adminKeys } from '../keys.ts';
import { lazyDialog } from '../kit/lazy.tsx';
import { type Column, RowCard } from '../kit/list/data-table.tsx';
import { ListFrame } from '../kit/list/list-frame.tsx';
import { wholeRead } from '../kit/list/rows.ts';
import { type ListKind, useWholeList } from '../kit/list/use-list.ts';
import { TextButton } from '../kit/row-buttons.tsx';
import { StatusBadge } from '../kit/status.tsx';
import { useProductNames } from '../products/product-names.ts';
import { useLots, useOpenLot } from './api.ts';
import { dayText } from './day-text.ts';
import { RecallList } from './recall-list.tsx';
import { lotStateLabels, packedText, stateOf } from './words.ts';

const LotDialog = lazyDialog(() => import('./lot-dialog.tsx'));
const RecallDialog = lazyDialog(() => import('./recall-dialog.tsx'));
const RecallDetail = lazyDialog(() => import('./recall-detail.tsx'));

const lotList: ListKind = {
  key: adminKeys.lots,
  title: m.admin_screen_lots,
  empty: [m.admin_lots_empty, m.admin_lots_empty_hint],
};

/** The lots of all products, open ones first. */
export default function LotsScreen() {
  const lots = useLots();
  const list = useWholeList(lotList, wholeRead(lots));
  const nameOf = useProductNames({ isNeeded: true });
  const opening = useOpenLot();
  const edited = lots.data?.find(({ id }) => id === list.opened);
  const [recalled, setRecalled] = useState<Lot | 'product' | null>(null);
  const [, shownRecall] = /^recall-([\w-]+)$/.exec(list.opened) ?? [];
  const onRecall = ({ id }: { id: string }) => list.open(`recall-${id}`);
  const actions: Actions = {
    ...{ nameOf, onEdit: ({ id }) => list.open(id), onSwitch: opening.mutate, onRecall: setRecalled },
  };
  return (
    <>
      <RecallList nameOf={nameOf} onOpen={onRecall} />
      <ListFrame
        list={list}
        rows={list.rows}
        actions={
          <>
            <Button size="small" variant="quiet" onClick={() => setRecalled('product')}>
              {m.admin_recall_title()}
            </Button>
            <Button size="small" onClick={() => list.open('new')}>
              {m.admin_lot_new()}
            </Button>
          </>
        }
        columns={lotColumns(actions)}
        card={(row) => (
          <RowCard
            title={row.code}
            titleClass="font-semibold"
            openLabel={m.admin_lot_edit_of({ code: row.code })}
            onOpen={() => actions.onEdit(row)}
            aside={<StatusBadge status={stateOf(row)} labels={lotStateLabels} />}
            text={[nameOf(row.productId), bestByText(row)]}
            facts={packedText(row)}
            action={<LotActions lot={row} {...actions} />}
            isStacked
          />
        )}
      />
      {(edited || (list.opened === 'new' && lots.data)) && (
        <LotDialog lot={edited} lots={lots.data ?? []} onClose={list.close} />
      )}
      {recalled && (
        <RecallDialog
          lot={recalled === 'product' ? null : recalled}
          lots={lots.data ?? []}
          onStarted={onRecall}
          onClose={() => setRecalled(null)}
        />
      )}
      {shownRecall && <RecallDetail key={shownRecall} id={shownRecall} nameOf={nameOf} onClose={list.close} />}
    </>
  );
}

const bestByText = ({ bestBy }: Lot) => m.admin_lot_best_by_day({ day: dayText(bestBy) });

type Actions = {
  nameOf: (id: string) => string;
  onEdit: (lot: Lot) => void;
  onSwitch: (lot: Lot) => void;
  onRecall: (lot: Lot) => void;
};

function LotActions({ lot, onSwitch, onRecall }: Pick<Actions, 'onSwitch' | 'onRecall'> & { lot: Lot }) {
  if (lot.recallId !== null) return null;
  const { code } = lot;
  return (
    <span className="flex flex-wrap items-center gap-x-4">
      <TextButton
        label={lot.isOpen ? m.admin_lot_close_of({ code }) : m.admin_lot_open_of({ code })}
        onClick={() => onSwitch(lot)}
      >
        {lot.isOpen ? m.admin_lot_close() : m.admin_lot_open()}
      </TextButton>
      <TextButton label={m.admin_recall_lot_of({ code })} onClick={() => onRecall(lot)}>
        {m.admin_recall_lot()}
      </TextButton>
    </span>
  );
}

function lotColumns(actions: Actions): Column<Lot>[] {
  return [
    {
      id: 'code',
      header: m.admin_lot_code(),
      cell: (row) => (
        <TextButton
          className="row-name"
          label={m.admin_lot_edit_of({ code: row.code })}
          onClick={() => actions.onEdit(row)}
        >
          {row.code}
        </TextButton>
      ),
    },
    { id: 'product', header: m.admin_lot_product(), cell: (row) => actions.nameOf(row.productId) },
    { id: 'made', header: m.admin_lot_made_on(), cell: (row) => dayText(row.madeOn) },
    { id: 'best', header: m.admin_lot_best_by(), cell: (row) => dayText(row.bestBy) },
    { id: 'packed', header: m.admin_lot_col_packed(), cell: packedText },
    {
      id: 'state',
      header: m.admin_col_status(),
      cell: (row) => <StatusBadge status={stateOf(row)} labels={lotStateLabels} />,
    },
    {
      id: 'actions',
      header: m.admin_col_actions(),
      className: 'whitespace-nowrap',
      cell: (row) => <LotActions lot={row} {...actions} />,
    },
  ];
}
