/** Default number of rows in a page. */
export const PAGE_SIZE = 50;
export const MAX_PAGE_SIZE = 200;
export const MAX_SEARCH_LENGTH = 200;

/** Response header with the `?cursor=` of the next page; missing on the last one. */
export const NEXT_CURSOR_HEADER = 'x-next-cursor';
