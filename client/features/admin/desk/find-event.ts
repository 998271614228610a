/** Opens the global search from a component that does not know it. */
export const FIND_EVENT = 'admin-find';
