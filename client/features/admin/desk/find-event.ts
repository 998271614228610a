/** Opens the search over everything, from a part that does not know it. */
export const FIND_EVENT = 'admin-find';
