/** The channel on which the admin tells the shop's other pages in this browser that the stores have changed. */
export const STORES_CHANNEL = 'store-locations';

/** Keys of the lists that more than one feature reads or refreshes; a key's segments are its path. */
export const queryKeys = {
  storeLocations: ['/api/store-locations'],
} as const;
