import { oneOf, useAddress } from './address.ts';
import type { ListState } from './rows.ts';

/** A list's search, filter and order, kept in the address bar; what is not of the list's own words is ignored. */
export function useListState<const Sort extends string>(
  statuses: object,
  sorts: readonly [Sort, ...Sort[]],
): [ListState, (changes: Partial<ListState>, options?: { replace?: boolean }) => void] {
  const address = useAddress();
  const status = address.get('status');
  const sort = oneOf(address.get('sort'), sorts);
  const state = { q: address.get('q'), status: Object.hasOwn(statuses, status) ? status : '', sort };
  return [
    state,
    (changes, options) => address.set(changes.sort === sorts[0] ? { ...changes, sort: null } : changes, options),
  ];
}
