import { useState } from 'react';
import * as m from '#messages';
import { US_STATES } from '#shared/places/us-states.ts';
import type { TaxRegistration } from '#shared/tax/tax.ts';
import { Button } from '../../../ui/button.tsx';
import { adminKeys } from '../keys.ts';
import { ConfirmDialog } from '../kit/confirm-dialog.tsx';
import { lazyDialog } from '../kit/lazy.tsx';
import { type Column, RowCard } from '../kit/list/data-table.tsx';
import { ListFrame } from '../kit/list/list-frame.tsx';
import { wholeRead } from '../kit/list/rows.ts';
import { type ListKind, useWholeList } from '../kit/list/use-list.ts';
import { TextButton, TrashButton } from '../kit/row-buttons.tsx';
import { useDeleteTax, useTaxes } from './api.ts';
import { OpenRecords } from './open-records.tsx';
import { TaxMeter } from './tax-meter.tsx';
import { dayText, taxedText } from './tax-words.ts';

const TaxDialog = lazyDialog(() => import('./tax-dialog.tsx'));

const taxList: ListKind = {
  key: adminKeys.taxes,
  title: m.admin_screen_taxes,
  empty: [m.admin_taxes_empty, m.admin_taxes_empty_hint],
};

const nameOf = ({ state }: TaxRegistration) => US_STATES[state];

/** The states in which the shop collects sales tax, with rate, scope and first day, and the sales to each state. */
export default function TaxesScreen() {
  const taxes = useTaxes();
  const [edited, setEdited] = useState<TaxRegistration | 'new' | null>(null);
  const [doomed, setDoomed] = useState<TaxRegistration | null>(null);
  const deletion = useDeleteTax(() => setDoomed(null));
  const list = useWholeList(taxList, wholeRead(taxes));
  return (
    <>
      <ListFrame
        list={list}
        rows={list.rows}
        actions={
          <Button size="small" onClick={() => setEdited('new')}>
            {m.admin_tax_new()}
          </Button>
        }
        columns={taxColumns(setEdited, setDoomed)}
        card={(row) => (
          <RowCard
            title={nameOf(row)}
            titleClass="min-w-0 flex-[1_1_10rem] font-semibold"
            openLabel={m.admin_tax_edit_of({ state: nameOf(row) })}
            onOpen={() => setEdited(row)}
            aside={<span className="tabular-nums">{row.rate} %</span>}
            text={[taxedText(row)]}
            facts={`${m.admin_tax_col_since()} ${dayText(row.since)}`}
            action={<StopButton tax={row} onDelete={setDoomed} />}
          />
        )}
      />
      <OpenRecords />
      <TaxMeter />
      {edited && (
        <TaxDialog
          tax={edited === 'new' ? undefined : edited}
          taken={taxes.data?.map(({ state }) => state) ?? []}
          onClose={() => setEdited(null)}
        />
      )}
      {doomed && (
        <ConfirmDialog
          title={m.admin_tax_delete_title({ state: nameOf(doomed) })}
          text={m.admin_tax_delete_text({ state: nameOf(doomed) })}
          confirm={m.admin_tax_delete()}
          pending={m.admin_deleting()}
          isPending={deletion.isPending}
          onConfirm={() => deletion.mutate(doomed)}
          onClose={() => setDoomed(null)}
        />
      )}
    </>
  );
}

function StopButton({ tax, onDelete }: { tax: TaxRegistration; onDelete: (tax: TaxRegistration) => void }) {
  return <TrashButton label={m.admin_tax_delete_of({ state: nameOf(tax) })} onClick={() => onDelete(tax)} />;
}

function taxColumns(
  onEdit: (tax: TaxRegistration) => void,
  onDelete: (tax: TaxRegistration) => void,
): Column<TaxRegistration>[] {
  return [
    {
      id: 'state',
      header: m.admin_tax_state(),
      cell: (row) => (
        <TextButton
          className="row-name"
          label={m.admin_tax_edit_of({ state: nameOf(row) })}
          onClick={() => onEdit(row)}
        >
          {nameOf(row)}
        </TextButton>
      ),
    },
    { id: 'rate', header: m.admin_tax_col_rate(), className: 'tabular-nums', cell: ({ rate }) => `${rate} %` },
    { id: 'on', header: m.admin_tax_col_on(), cell: taxedText },
    { id: 'since', header: m.admin_tax_col_since(), cell: ({ since }) => dayText(since) },
    { id: 'actions', header: m.admin_col_actions(), cell: (row) => <StopButton tax={row} onDelete={onDelete} /> },
  ];
}
