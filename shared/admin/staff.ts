/** `owner` may do everything; `helper` packs, answers and counts. */
export const ROLES = ['owner', 'helper'] as const;
export type Role = (typeof ROLES)[number];

/** The id of the one owner. */
export const OWNER = 'owner';

export const MAX_PERSON_NAME = 80;
export const MAX_PASSKEY_NAME = 60;
