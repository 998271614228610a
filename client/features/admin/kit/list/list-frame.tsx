import type { ReactNode } from 'react';
import * as m from '#messages';
import { Button } from '../../../../ui/button.tsx';
import { AdminIcon } from '../admin-icons.tsx';
import { Skeleton } from '../load-states.tsx';
import { useIsOwner } from '../role.tsx';
import { usePopover } from '../use-popover.ts';
import { useIsWide } from '../use-wide.ts';
import { ColumnChoice } from './column-choice.tsx';
import type { Column, Selection } from './data-table.tsx';
import { ListTools } from './list-tools.tsx';
import { listSearch } from './rows.ts';
import { TableFrame } from './table-frame.tsx';
import { useColumns } from './use-columns.ts';
import { type List, useListPosition } from './use-list.ts';

type Props<Row> = {
  list: List<Row>;
  /** The list's rows, or what replaces them. */
  rows: readonly Row[];
  columns: readonly Column<Row>[];
  card: (row: Row) => ReactNode;
  selection?: Selection;
  /** Actions beside the tools. */
  actions?: ReactNode;
  /** Between the tools and the table. */
  children?: ReactNode;
};

/** Tools, downloads, and the table in each of its states: loading, failed, empty, no match, rows, and more rows. */
export function ListFrame<Row extends { id: string }>(props: Props<Row>) {
  const { list, rows, columns, card, selection, actions, children } = props;
  const { kind, state, change } = list;
  const isTable = useIsWide();
  const isOwner = useIsOwner();
  const { shown, choices, toggle } = useColumns(kind.key[0], columns, isOwner);
  useListPosition(list);
  const downloads = kind.downloads && isOwner && <Downloads list={list} />;
  return (
    <>
      {!kind.hasHeading && <h2 className="sr-only">{kind.title()}</h2>}
      <ListTools hint={kind.hint?.()} state={state} filters={list.filters} sorts={kind.sorts} onChange={change}>
        <div className="ml-auto flex flex-wrap items-center gap-x-4 gap-y-2 max-sm:gap-x-2">
          {actions}
          {isTable && (
            <div className="tools-of-whole">
              {downloads}
              <ColumnChoice choices={choices} onToggle={toggle} />
            </div>
          )}
        </div>
      </ListTools>
      {children}
      <TableFrame
        read={{ ...list.read, rows: list.read.rows && rows }}
        onClear={list.clear}
        empty={
          <>
            <p className="text-lead font-semibold text-ink">{kind.empty[0]()}</p>
            {kind.empty[1] && <p>{kind.empty[1]()}</p>}
          </>
        }
        waiting={<Skeleton rows={6} />}
        caption={kind.title()}
        columns={shown}
        card={card}
        sort={state.sort}
        onSort={(sort) => change({ sort })}
        selection={selection}
      />
      {/* On a phone the rows come first. */}
      {!isTable && downloads && <div className="mt-4">{downloads}</div>}
    </>
  );
}

/** The list as files, with the present search and filter. More than two are behind a button. */
function Downloads({ list: { kind, state } }: { list: Pick<List<unknown>, 'kind' | 'state'> }) {
  const { button, sheet } = usePopover();
  const links = kind.downloads?.map(({ label, ending = 'csv', query }) => (
    <a key={label()} className="text-button" download href={`${kind.key[0]}.${ending}?${listSearch(state, query)}`}>
      {label()}
    </a>
  ));
  if (!links || links.length <= 2) return <div className="flex flex-wrap items-center gap-x-5 gap-y-1">{links}</div>;
  return (
    <div className="column-choice">
      <Button size="small" variant="quiet" {...button}>
        <AdminIcon name="download" />
        {m.admin_download()}
      </Button>
      <div {...sheet} className="column-sheet">
        <div className="grid px-2">{links}</div>
      </div>
    </div>
  );
}
