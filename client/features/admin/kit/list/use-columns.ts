import { useMemo } from 'react';
import { createStoredValue } from '../../../../lib/stored-value.ts';
import type { Column } from './data-table.tsx';

type Hidden = Readonly<Record<string, readonly string[]>>;

/** The hidden columns, by list; a missing list shows all of them. */
const hiddenColumns = createStoredValue<Hidden>({
  key: 'admin_columns',
  area: 'local',
  initial: {},
  read: (text) => {
    const stored: unknown = JSON.parse(text ?? '{}');
    if (typeof stored !== 'object' || stored === null) return {};
    return Object.fromEntries(
      Object.entries(stored).filter(([, ids]) => Array.isArray(ids) && ids.every((id) => typeof id === 'string')),
    );
  },
});

/** The visible columns of a list in this browser. The first column opens the row and always stays. */
export function useColumns<Row>(list: string, all: readonly Column<Row>[], isOwner: boolean) {
  const stored = hiddenColumns.use();
  return useMemo(() => {
    const columns = all.filter(({ isOwners }) => isOwner || !isOwners);
    const hidden = stored[list] ?? [];
    const isShown = ({ id }: Column<Row>, index: number) => index === 0 || !hidden.includes(id);
    return {
      shown: columns.filter(isShown),
      choices: columns.slice(1).map((column) => ({ ...column, isShown: isShown(column, 1) })),
      toggle: (id: string) => {
        const next = hidden.includes(id) ? hidden.filter((other) => other !== id) : [...hidden, id];
        hiddenColumns.set({ ...stored, [list]: next });
      },
    };
  }, [stored, list, all, isOwner]);
}
