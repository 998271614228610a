import { useState } from 'react';
import * as m from '#messages';
import type { DiscountCode } from '#shared/checkout/codes.ts';
import { formatPrice } from '#shared/core/money.ts';
import { getLanguage } from '../../../lib/language.ts';
import { Button } from '../../../ui/button.tsx';
import { adminKeys } from '../keys.ts';
import { ConfirmDialog } from '../kit/confirm-dialog.tsx';
import { CopyButton } from '../kit/detail/copy-button.tsx';
import type { StatusLabels } from '../kit/labels.ts';
import { lazyDialog } from '../kit/lazy.tsx';
import { type Column, RowCard } from '../kit/list/data-table.tsx';
import { ListFrame } from '../kit/list/list-frame.tsx';
import { wholeRead } from '../kit/list/rows.ts';
import { type ListKind, useWholeList } from '../kit/list/use-list.ts';
import { TextButton, TrashButton } from '../kit/row-buttons.tsx';
import { StatusBadge } from '../kit/status.tsx';
import { useProductNames } from '../products/product-names.ts';
import { useCodes, useDeleteCode, useEndCode } from './api.ts';
import { type CodeState, codeStateLabels, datesOf, effectOf, scopeOf, stateOf, titleOf } from './code-words.ts';
import { linkOf } from './link.ts';

const CodeDialog = lazyDialog(() => import('./code-dialog.tsx'));
const PrintCards = lazyDialog(() => import('./code-cards.tsx'));

const codeList: ListKind = {
  key: adminKeys.codes,
  title: m.admin_screen_codes,
  empty: [m.admin_codes_empty, m.admin_codes_empty_hint],
};

const labels: StatusLabels<CodeState> = {
  running: { tone: 'green', label: codeStateLabels.running },
  planned: { tone: 'blue', label: codeStateLabels.planned },
  ended: { tone: 'red', label: codeStateLabels.ended },
  used_up: { tone: 'yellow', label: codeStateLabels.used_up },
};

/** Discounts with and without a code: effect, number of uses, revenue and cost of each. */
export default function CodesScreen() {
  const codes = useCodes();
  const [doomed, setDoomed] = useState<DiscountCode | null>(null);
  const [printed, setPrinted] = useState<DiscountCode | null>(null);
  const ending = useEndCode();
  const deletion = useDeleteCode(() => setDoomed(null));
  const list = useWholeList(codeList, wholeRead(codes));
  const edited = codes.data?.find(({ id }) => id === list.opened);
  const onEdit = ({ id }: DiscountCode) => list.open(id);
  const nameOf = useProductNames({ isNeeded: codes.data?.some(({ products }) => products !== null) ?? false });
  const actions = { onEdit, onPrint: setPrinted, onEnd: ending.mutate, onDelete: setDoomed };
  return (
    <>
      <ListFrame
        list={list}
        rows={list.rows}
        actions={
          <Button size="small" onClick={() => list.open('new')}>
            {m.admin_code_new()}
          </Button>
        }
        columns={codeColumns(actions, nameOf)}
        card={(row) => (
          <RowCard
            title={titleOf(row)}
            titleClass="font-semibold"
            openLabel={m.admin_code_edit_of({ code: titleOf(row) })}
            onOpen={() => onEdit(row)}
            aside={<StatusBadge status={stateOf(row, new Date())} labels={labels} />}
            text={[effectOf(row), datesOf(row, new Date())]}
            facts={[usesOf(row), scopeOf(row, nameOf)].filter(Boolean).join(' · ')}
            action={<CodeActions code={row} {...actions} />}
            isStacked
          />
        )}
      />
      {(edited || list.opened === 'new') && <CodeDialog code={edited} onClose={list.close} />}
      {printed && <PrintCards code={printed} onClose={() => setPrinted(null)} />}
      {doomed && (
        <ConfirmDialog
          title={m.admin_code_delete_title({ code: titleOf(doomed) })}
          text={doomed.uses === 1 ? m.admin_code_delete_text_one() : m.admin_code_delete_text({ count: doomed.uses })}
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

function usesOf({ uses, limit }: DiscountCode): string {
  if (limit !== null) return m.admin_code_uses_of({ count: uses, limit });
  return uses === 1 ? m.admin_code_uses_one() : m.admin_code_uses({ count: uses });
}

type Actions = {
  onEdit: (code: DiscountCode) => void;
  onPrint: (code: DiscountCode) => void;
  onEnd: (code: DiscountCode) => void;
  onDelete: (code: DiscountCode) => void;
};

/** Row actions: copy link, print, end, delete. */
function CodeActions({ code, onPrint, onEnd, onDelete }: Omit<Actions, 'onEdit'> & { code: DiscountCode }) {
  const name = titleOf(code);
  return (
    <span className="flex flex-wrap items-center gap-x-3">
      {!code.isAutomatic && (
        <>
          <CopyButton text={linkOf(code)} label={m.admin_code_copy()} name={m.admin_code_copy_link({ code: name })} />
          <TextButton label={m.admin_code_print_of({ code: name })} onClick={() => onPrint(code)}>
            {m.admin_code_print()}
          </TextButton>
        </>
      )}
      {stateOf(code, new Date()) === 'running' && (
        <TextButton label={m.admin_code_end_of({ code: name })} onClick={() => onEnd(code)}>
          {m.admin_code_end()}
        </TextButton>
      )}
      <TrashButton label={m.admin_code_delete_of({ code: name })} onClick={() => onDelete(code)} />
    </span>
  );
}

function codeColumns(actions: Actions, nameOf: (id: string) => string): Column<DiscountCode>[] {
  const price = (cents: number) => formatPrice(cents, getLanguage());
  return [
    {
      id: 'code',
      header: m.admin_code_code(),
      cell: (row) => (
        <TextButton
          className="row-name"
          label={m.admin_code_edit_of({ code: titleOf(row) })}
          onClick={() => actions.onEdit(row)}
        >
          {titleOf(row)}
        </TextButton>
      ),
    },
    {
      id: 'effect',
      header: m.admin_code_effect(),
      cell: (row) => (
        <>
          <span>{effectOf(row)}</span>
          <span className="block text-sm text-ink-soft empty:hidden">{scopeOf(row, nameOf)}</span>
        </>
      ),
    },
    { id: 'valid', header: m.admin_code_valid(), cell: (row) => datesOf(row, new Date()) },
    {
      id: 'state',
      header: m.admin_col_status(),
      cell: (row) => <StatusBadge status={stateOf(row, new Date())} labels={labels} />,
    },
    { id: 'uses', header: m.admin_code_used(), cell: usesOf },
    {
      id: 'revenue',
      header: m.admin_code_revenue(),
      className: 'text-right tabular-nums',
      cell: (row) => price(row.revenueCents),
    },
    {
      id: 'cost',
      header: m.admin_code_cost(),
      className: 'text-right tabular-nums',
      cell: (row) => price(row.costCents),
    },
    {
      id: 'actions',
      header: m.admin_col_actions(),
      className: 'whitespace-nowrap',
      cell: (row) => <CodeActions code={row} {...actions} />,
    },
  ];
}
