import { type MouseEvent, memo, type ReactNode } from 'react';
import * as m from '#messages';
import { useOpenRow } from '../open-row.ts';
import { useIsWide } from '../use-wide.ts';
import { useEvent } from './stable.ts';

export type Column<Row> = {
  id: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** The sort orders of this column. */
  sort?: { ascending?: string; descending?: string };
  className?: string;
  /** Only the owner has it. */
  isOwners?: true;
  /** Hidden while a detail beside the list takes the space. */
  needsRoom?: true;
};

export type Selection = {
  selected: ReadonlySet<string>;
  onToggle: (ids: string[], isSelected: boolean) => void;
  /** The accessible name of a row's checkbox. */
  label: (id: string) => string;
  allLabel: string;
  /** How many rows can be selected together. */
  most: number;
};

/**
 * A row is rendered again when it, `columns` or `card` changes. Keep these stable (`useStableMemo`), so that only
 * changed rows are rendered.
 */
export type TableProps<Row> = {
  /** The accessible name of the table. */
  caption: string;
  rows: readonly Row[];
  columns: readonly Column<Row>[];
  /** The content of a row's card, see `RowCard`. */
  card: (row: Row) => ReactNode;
  sort?: string;
  onSort?: (sort: string) => void;
  selection?: Selection;
};

/** Rows as a table, or as cards if a table would not fit. */
export function DataTable<Row extends { id: string }>(props: TableProps<Row>) {
  const { opened } = useOpenRow();
  return useIsWide() ? <Table {...props} opened={opened} /> : <Cards {...props} opened={opened} />;
}

type OpenedProps<Row> = TableProps<Row> & { opened: string };

function Table<Row extends { id: string }>(props: OpenedProps<Row>) {
  const { caption, rows, columns, sort, onSort, selection, opened } = props;
  const stateOf = useRowState(selection, opened);
  return (
    <div className="table-card @container rounded-card bg-white px-2 shadow-card">
      <table className="data-table">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr>
            {selection && (
              <th scope="col">
                <SelectAll rows={rows} selection={selection} />
              </th>
            )}
            {columns.map((column) => (
              <HeaderCell key={column.id} column={column} sort={sort} onSort={onSort} />
            ))}
          </tr>
        </thead>
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: for keys there is the row's button */}
        <tbody onClick={openPressedRow}>
          {rows.map((row) => (
            <TableRow key={row.id} row={row} columns={columns} {...stateOf(row.id)} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

type RowState = {
  isOpen: boolean;
  label: string;
  isSelected: boolean;
  onSelect?: (id: string, isSelected: boolean) => void;
};

/** Row state. Values keep their identity while the row is unchanged, so that `memo` works. */
function useRowState(selection: Selection | undefined, opened: string): (id: string) => RowState {
  const onSelect = useEvent((id: string, isSelected: boolean) => selection?.onToggle([id], isSelected));
  return (id) => ({
    isOpen: id === opened,
    label: selection?.label(id) ?? '',
    isSelected: selection?.selected.has(id) ?? false,
    ...(selection && { onSelect }),
  });
}

type TableRowProps<Row> = RowState & { row: Row; columns: readonly Column<Row>[] };

/** Memoized, so that a press in one of fifty rows renders only that row. */
const TableRow = memo(function TableRow<Row extends { id: string }>(props: TableRowProps<Row>) {
  const { row, columns, isOpen, label, isSelected, onSelect } = props;
  return (
    <tr data-row={row.id} data-open={isOpen || undefined}>
      {onSelect && (
        <td className="min-w-0!">
          <SelectBox label={label} isSelected={isSelected} onChange={(next) => onSelect(row.id, next)} />
        </td>
      )}
      {columns.map((column) => (
        <td key={column.id} className={classOf(column)}>
          {column.cell(row)}
        </td>
      ))}
    </tr>
  );
}) as <Row extends { id: string }>(props: TableRowProps<Row>) => ReactNode;

/** As on a phone, a press anywhere on a row does what its button does, unless it selects text. */
function openPressedRow({ target, currentTarget }: MouseEvent): void {
  // React also bubbles clicks from dialogs that a row opened (portals).
  if (!(target instanceof Element) || !currentTarget.contains(target)) return;
  if (target.closest('a, button, input, select, label') || getSelection()?.isCollapsed === false) return;
  target.closest('tr')?.querySelector<HTMLElement>('.text-button')?.click();
}

const classOf = ({ className, needsRoom }: { className?: string; needsRoom?: true }) =>
  needsRoom ? `needs-room ${className ?? ''}` : className;

type HeaderProps<Row> = Pick<TableProps<Row>, 'sort' | 'onSort'> & { column: Column<Row> };

function HeaderCell<Row>({ column, sort, onSort }: HeaderProps<Row>) {
  const { header, sort: sorts } = column;
  const className = classOf(column);
  if (!sorts || !onSort) {
    return (
      <th scope="col" className={className}>
        {header}
      </th>
    );
  }
  const isAscending = sorts.ascending !== undefined && sort === sorts.ascending;
  const isDescending = sorts.descending !== undefined && sort === sorts.descending;
  const next = (isDescending ? sorts.ascending : sorts.descending) ?? sorts.ascending ?? sorts.descending ?? '';
  return (
    <th scope="col" className={className} aria-sort={isAscending ? 'ascending' : isDescending ? 'descending' : 'none'}>
      <button
        type="button"
        className="inline-flex min-h-11 items-center gap-1.5 font-semibold hover:text-brand"
        title={m.admin_sort_column({ column: header })}
        onClick={() => onSort(next)}
      >
        {header}
        <span aria-hidden="true" className={isAscending || isDescending ? 'text-brand' : 'opacity-60'}>
          {isAscending ? '↑' : isDescending ? '↓' : '↕'}
        </span>
      </button>
    </th>
  );
}

function Cards<Row extends { id: string }>({ caption, rows, card, selection, opened }: OpenedProps<Row>) {
  const stateOf = useRowState(selection, opened);
  return (
    <>
      {selection && <SelectAll rows={rows} selection={selection} showsLabel />}
      <ul aria-label={caption} className="cards rounded-card bg-white shadow-card">
        {rows.map((row) => (
          <CardRow key={row.id} row={row} card={card} {...stateOf(row.id)} />
        ))}
      </ul>
    </>
  );
}

type CardRowProps<Row> = RowState & { row: Row; card: (row: Row) => ReactNode };

const CardRow = memo(function CardRow<Row extends { id: string }>(props: CardRowProps<Row>) {
  const { row, card, isOpen, label, isSelected, onSelect } = props;
  return (
    <li data-row={row.id} data-open={isOpen || undefined} className={onSelect && 'has-box'}>
      {onSelect && <SelectBox label={label} isSelected={isSelected} onChange={(next) => onSelect(row.id, next)} />}
      {card(row)}
    </li>
  );
}) as <Row extends { id: string }>(props: CardRowProps<Row>) => ReactNode;

type RowCardProps = {
  title: ReactNode;
  titleClass?: string;
  /** The accessible name of the control that opens the detail. */
  openLabel: string;
  /** Opens the detail, on a click anywhere on the card. */
  onOpen: () => void;
  /** Beside the title, such as an amount. */
  aside?: ReactNode;
  /** The customer or business of the row. */
  text: readonly ReactNode[];
  /** Badges and the day. */
  facts?: ReactNode;
  /** The action used most from the list; others are in the detail. */
  action?: ReactNode;
  /** It has several actions, which get their own line if the list is narrow. */
  isStacked?: boolean;
};

/** A compact row with only what identifies it; the rest is in its detail. */
export function RowCard(card: RowCardProps) {
  const { title, titleClass = '', openLabel, onOpen, aside, text, facts, action, isStacked } = card;
  return (
    <div className={isStacked ? 'row-card is-stacked' : 'row-card'}>
      <div className="flex flex-wrap items-baseline gap-x-3 [grid-area:main]">
        <button type="button" className={`text-button card-link ${titleClass}`} aria-label={openLabel} onClick={onOpen}>
          {title}
        </button>
        {text.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a row keep their order
          <bdi key={index} className="line-clamp-1 min-w-0 flex-[1_1_6rem] text-ink">
            {line}
          </bdi>
        ))}
      </div>
      {aside && <div className="justify-self-end [grid-area:aside]">{aside}</div>}
      {facts && (
        <div className="flex flex-wrap items-center gap-x-2 gap-y-0.5 text-[0.875rem] text-ink-soft [grid-area:facts]">
          {facts}
        </div>
      )}
      {action && <div className="[grid-area:action] [&_select]:max-w-36 [&_select]:pr-[1.6rem]">{action}</div>}
    </div>
  );
}

type SelectAllProps = { rows: readonly { id: string }[]; selection: Selection; showsLabel?: boolean };

function SelectAll({ rows, selection, showsLabel }: SelectAllProps) {
  const ids = rows.slice(0, selection.most).map((row) => row.id);
  return (
    <SelectBox
      label={selection.allLabel}
      showsLabel={showsLabel}
      isSelected={ids.length > 0 && ids.every((id) => selection.selected.has(id))}
      onChange={(isSelected) => selection.onToggle(ids, isSelected)}
    />
  );
}

type SelectBoxProps = {
  label: string;
  /** Visible; otherwise only for screen readers. */
  showsLabel?: boolean;
  isSelected: boolean;
  onChange: (isSelected: boolean) => void;
};

function SelectBox({ label, showsLabel = false, isSelected, onChange }: SelectBoxProps) {
  return (
    <label
      className={
        showsLabel
          ? 'flex min-h-11 w-fit cursor-pointer flex-row-reverse items-center gap-3 px-4 text-[0.88rem] font-semibold'
          : 'select-box grid size-11 cursor-pointer place-items-center'
      }
    >
      <span className={showsLabel ? undefined : 'sr-only'}>{label}</span>
      <input
        type="checkbox"
        checked={isSelected}
        onChange={(event) => onChange(event.target.checked)}
        className="size-5 shrink-0 accent-brand"
      />
    </label>
  );
}
