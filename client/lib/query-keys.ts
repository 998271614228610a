/** The channel on which the admin tells the shop's other pages in this browser that stores have changed. */
export const STORES_CHANNEL = 'store-locations';

/** Keys of lists that several features read or refresh; a key's segments are its path. */
export const queryKeys = {
  storeLocations: ['/api/store-locations'],
} as const;
