/** Optional parts of the site: `false` leaves the part out, with its links and its questions. */
export const sections: Readonly<Record<'nutrition' | 'wholesale' | 'stores', boolean>> = {
  /** The nutrition facts, on the product page and beside the sizes of the home page. */
  nutrition: true,
  /** The page for stores that want to sell the product. The store finder is its lower half. */
  wholesale: true,
  /** The store finder. */
  stores: true,
};
