import { useState } from 'react';
import { MAX_BULK } from '#shared/orders/orders.ts';

/** The selected rows; rows no longer displayed are not counted, and a call gets no more than its limit. */
export function useSelection(shownIds: readonly string[]) {
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const ids = shownIds.filter((id) => ticked.has(id)).slice(0, MAX_BULK);
  return {
    ids,
    selected: new Set(ids) as ReadonlySet<string>,
    toggle: (changed: string[], isSelected: boolean) => {
      const next = new Set(ids);
      for (const id of changed) {
        if (isSelected) next.add(id);
        else next.delete(id);
      }
      setTicked(next);
    },
    /** Selects exactly these. */
    keep: (kept: readonly string[]) => setTicked(new Set(kept)),
    clear: () => setTicked(new Set()),
  };
}
