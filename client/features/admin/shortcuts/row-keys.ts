/** The rows of the displayed list: table rows, or cards. */
const ROWS = 'main :is(.data-table tbody tr, .cards > li)';
/** The control that opens a row. */
const OPENER = '.text-button, .card-link, .icon-button';

const shownRows = () =>
  [...document.querySelectorAll<HTMLElement>(ROWS)].filter((row) => row.getClientRects().length > 0);
const openerOf = (row: HTMLElement | undefined) => row?.querySelector<HTMLElement>(OPENER) ?? null;

/** The index of the focused row; `-1` for none. */
const focused = (rows: readonly HTMLElement[]) => rows.findIndex((row) => row.contains(document.activeElement));

/**
 * Moves the focus to the next or previous row, from outside of the list to its first one. It focuses the control that
 * opens the row, so that Enter does.
 *
 * @returns whether there is a list
 */
function moveRow(step: 1 | -1): boolean {
  const rows = shownRows();
  const at = focused(rows);
  const next = at < 0 ? 0 : Math.max(0, Math.min(rows.length - 1, at + step));
  const opener = openerOf(rows[next]);
  // Like the Tab key: shows the focus ring even if a pointer was used last.
  opener?.focus({ focusVisible: true } as FocusOptions);
  rows[next]?.scrollIntoView({ block: 'nearest' });
  return opener !== null;
}

/** Selects or deselects the focused row. @returns whether there is a selectable one */
function selectRow(): boolean {
  const rows = shownRows();
  const box = rows[focused(rows)]?.querySelector<HTMLInputElement>('input[type="checkbox"]');
  box?.click();
  return box !== undefined && box !== null;
}

/** Ships the selected orders, or all that wait. @returns whether there are any */
const shipOrders = () => pressLast(`${document.querySelector('.bulk-bar') ? '.bulk-bar ' : ''}[data-ship]`);

/** Undoes the last change with an undo offer. @returns whether there was one */
const undoLast = () => pressLast('[data-undo]:enabled');

function pressLast(selector: string): boolean {
  const button = [...document.querySelectorAll<HTMLButtonElement>(selector)].at(-1);
  button?.click();
  return button !== undefined;
}

const ACTIONS: Readonly<Record<string, () => boolean>> = {
  j: () => moveRow(1),
  k: () => moveRow(-1),
  x: selectRow,
  s: shipOrders,
  u: undoLast,
};

/** @returns whether the key had an effect */
export const pressRowKey = (key: string): boolean => ACTIONS[key]?.() ?? false;
