import { useState } from 'react';
import { Link } from 'wouter';
import * as m from '#messages';
import type { ACCOUNT_STATUSES, Account, AccountSort } from '#shared/accounts/accounts.ts';
import { DEFAULT_LIST } from '#shared/accounts/price-lists.ts';
import { adminPath } from '#shared/admin/paths.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { adminKeys } from '../keys.ts';
import { lazyDialog } from '../kit/lazy.tsx';
import { type Column, RowCard } from '../kit/list/data-table.tsx';
import { ListFrame } from '../kit/list/list-frame.tsx';
import { useEvent, useStableMemo } from '../kit/list/stable.ts';
import { type ListKind, useList } from '../kit/list/use-list.ts';
import { OwnerOnly, useIsOwner } from '../kit/role.tsx';
import { TextButton } from '../kit/row-buttons.tsx';
import { StatusBadge } from '../kit/status.tsx';
import { certificateMark, cityOf, holdLabels, holdOf, termsLabels } from './account-words.ts';

const AccountDrawer = lazyDialog(() => import('./account-drawer.tsx'));
const AccountDialog = lazyDialog(() => import('./account-dialog.tsx'));
const PricesDialog = lazyDialog(() => import('./prices-dialog.tsx'));

const statusLabels = {
  open: m.admin_trade_open,
  on_hold: m.admin_trade_on_hold,
  certificate: m.admin_trade_certificate_due,
} satisfies Record<(typeof ACCOUNT_STATUSES)[number], () => string>;

const accountsList: ListKind = {
  key: adminKeys.accounts,
  title: m.admin_screen_accounts,
  hint: m.admin_accounts_search,
  filters: { status: { label: m.admin_filter_status, all: m.admin_filter_all, options: statusLabels } },
  sorts: { name: m.admin_sort_business, newest: m.admin_sort_newest } satisfies Record<AccountSort, () => string>,
  empty: [m.admin_accounts_empty, m.admin_accounts_empty_hint],
};

/** Certificates are the owner's. */
const { certificate: _, ...helpersLabels } = statusLabels;
const helpersList: ListKind = {
  ...accountsList,
  filters: { status: { label: m.admin_filter_status, all: m.admin_filter_all, options: helpersLabels } },
};

/** The stores that buy by the case. */
export default function AccountsScreen() {
  const isOwner = useIsOwner();
  const list = useList<Account>(isOwner ? accountsList : helpersList);
  const { rows, opened, close } = list;
  const open = useEvent((row: Account) => list.open(row.id));
  const columns = useStableMemo(() => accountColumns(open, isOwner), [open, isOwner]);
  const card = useStableMemo(() => (row: Account) => <AccountCard row={row} onOpen={() => open(row)} />, [open]);
  return (
    <>
      <ListFrame list={list} rows={rows} columns={columns} card={card} actions={<ScreenActions onMade={open} />} />
      {opened && <AccountDrawer id={opened} row={rows.find(({ id }) => id === opened)} onClose={close} />}
    </>
  );
}

function ScreenActions({ onMade }: { onMade: (account: Account) => void }) {
  const [dialog, setDialog] = useState<'new' | 'prices' | null>(null);
  const onClose = () => setDialog(null);
  return (
    <>
      <Link className="link" href={adminPath('wholesale')}>
        {m.admin_accounts_to_inquiries()}
      </Link>
      <OwnerOnly>
        <Button size="small" variant="quiet" onClick={() => setDialog('prices')}>
          {m.admin_prices_title()}
        </Button>
        <Button size="small" onClick={() => setDialog('new')}>
          {m.admin_trade_new()}
        </Button>
      </OwnerOnly>
      {dialog === 'new' && <AccountDialog onSaved={onMade} onClose={onClose} />}
      {dialog === 'prices' && <PricesDialog id={DEFAULT_LIST} title={m.admin_prices_title()} onClose={onClose} />}
    </>
  );
}

function accountColumns(onOpen: (account: Account) => void, isOwner: boolean): Column<Account>[] {
  const name: Column<Account> = {
    id: 'name',
    header: m.admin_trade_name(),
    sort: { ascending: 'name' },
    className: 'min-w-40',
    cell: (row) => (
      <TextButton label={m.admin_trade_open_of({ name: row.name })} onClick={() => onOpen(row)}>
        {row.name}
      </TextButton>
    ),
  };
  const city: Column<Account> = { id: 'city', header: m.admin_trade_city(), cell: cityOf };
  const status: Column<Account> = {
    id: 'status',
    header: m.admin_col_status(),
    cell: (row) => <Marks account={row} />,
  };
  if (!isOwner) return [name, city, status];
  return [
    name,
    city,
    { id: 'people', needsRoom: true, header: m.admin_trade_people(), cell: namesOf },
    { id: 'terms', header: m.admin_trade_terms(), cell: ({ terms }) => terms && termsLabels[terms]() },
    status,
  ];
}

const namesOf = ({ people }: Account) => people.map(({ name }) => name).join(', ');

function Marks({ account }: { account: Account }) {
  const mark = certificateMark(account);
  return (
    <span className="flex flex-wrap gap-2">
      <StatusBadge status={holdOf(account)} labels={holdLabels} />
      {mark && <Badge tone={mark.tone}>{mark.text}</Badge>}
    </span>
  );
}

function AccountCard({ row, onOpen }: { row: Account; onOpen: () => void }) {
  return (
    <RowCard
      title={<span className="line-clamp-2">{row.name}</span>}
      openLabel={m.admin_trade_open_of({ name: row.name })}
      onOpen={onOpen}
      text={[cityOf(row), namesOf(row)].filter(Boolean)}
      facts={<Marks account={row} />}
    />
  );
}
