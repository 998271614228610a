import type { Unpublished } from '#shared/content/content.ts';
import { oneSidedChanges } from '#shared/content/one-sided.ts';
import { lazyDialog } from '../kit/lazy.tsx';
import type { OneSidedItem } from './one-sided-dialog.tsx';

export const OneSidedDialog = lazyDialog(() => import('./one-sided-dialog.tsx'));

/** Kinds whose languages say the same; an address or a short label may differ in one language alone. */
const KINDS: ReadonlySet<string> = new Set(['policy', 'story', 'faq']);
const FREE_FIELDS: ReadonlySet<string> = new Set(['slug']);

type Change = Pick<Unpublished, 'kind' | 'id' | 'before' | 'after'> & { name?: string };

/** Items with a text that was changed in only one language; items that were never published are left out. */
export function oneSidedItems(changes: readonly Change[]): OneSidedItem[] {
  return changes
    .filter(({ kind, before }) => KINDS.has(kind) && before !== null)
    .map(({ before, after, ...item }) => ({
      ...item,
      texts: oneSidedChanges(before, after).filter(({ path }) => !FREE_FIELDS.has(path)),
    }))
    .filter(({ texts }) => texts.length > 0);
}
