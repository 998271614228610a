import { useState } from 'react';
import { MAX_BULK } from '#shared/admin-orders.ts';

/** Which of the shown rows are ticked; what is no longer shown does not count, and no call takes more than it may. */
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
    /** These and no others. */
    keep: (kept: readonly string[]) => setTicked(new Set(kept)),
    clear: () => setTicked(new Set()),
  };
}
