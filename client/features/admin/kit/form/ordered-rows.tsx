import type { ReactNode } from 'react';
import * as m from '#messages';
import { AdminIcon } from '../admin-icons.tsx';
import { TrashButton } from '../row-buttons.tsx';

/** The looks of rows that can be moved and removed. */
export const ROWS = 'grid gap-3 empty:hidden';
export const ROW = 'flex flex-wrap items-start justify-end gap-x-2 gap-y-1 rounded-field border border-line p-3';

type Props<Row> = {
  rows: readonly Row[];
  onChange: (rows: Row[]) => void;
  /** The name of a row for its buttons, such as "Ingredient 2". */
  nameOf: (row: Row, index: number) => string;
  children: (row: Row, index: number, change: (row: Row) => void) => ReactNode;
};

/** Rows in a significant order: buttons, usable by keyboard and touch, move and remove them. */
export function OrderedRows<Row>({ rows, onChange, nameOf, children }: Props<Row>) {
  return (
    <ol className={ROWS}>
      {rows.map((row, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the fields of a row are controlled, and hold no state
        <li key={index} className={ROW}>
          <div className="min-w-0 flex-[1_1_14rem]">
            {children(row, index, (next) => onChange(rows.map((each, i) => (i === index ? next : each))))}
          </div>
          <MoveButtons
            name={nameOf(row, index)}
            isFirst={index === 0}
            isLast={index === rows.length - 1}
            onMove={(step) => onChange(moved(rows, index, index + step))}
          >
            <TrashButton
              label={m.admin_rows_remove({ name: nameOf(row, index) })}
              onClick={() => onChange(rows.filter((_, i) => i !== index))}
            />
          </MoveButtons>
        </li>
      ))}
    </ol>
  );
}

type MoveProps = {
  name: string;
  isFirst: boolean;
  isLast: boolean;
  onMove: (step: 1 | -1) => void;
  children?: ReactNode;
};

/** Moves one position up or down. At an end the button does nothing, so that it keeps the focus. */
export function MoveButtons({ name, isFirst, isLast, onMove, children }: MoveProps) {
  return (
    <span className="inline-flex flex-none *:aria-disabled:cursor-default *:aria-disabled:opacity-35">
      <button
        type="button"
        className="icon-button"
        data-move="up"
        aria-label={m.admin_rows_up({ name })}
        aria-disabled={isFirst || undefined}
        onClick={() => !isFirst && onMove(-1)}
      >
        <AdminIcon name="up" />
      </button>
      <button
        type="button"
        className="icon-button"
        data-move="down"
        aria-label={m.admin_rows_down({ name })}
        aria-disabled={isLast || undefined}
        onClick={() => !isLast && onMove(1)}
      >
        <AdminIcon name="down" />
      </button>
      {children}
    </span>
  );
}

/** The rows with one of them moved; unchanged if the target is out of range. */
export function moved<Row>(rows: readonly Row[], from: number, to: number): Row[] {
  const next = [...rows];
  const [row] = next.slice(from, from + 1);
  if (row === undefined || to < 0 || to >= rows.length) return next;
  next.splice(from, 1);
  next.splice(to, 0, row);
  return next;
}
