/** What the store dialog begins with when it comes from an inquiry. */
export type StorePrefill = { name: string; address: string; storeType: string };
