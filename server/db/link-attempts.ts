import { type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';

/**
 * Begins the attempt key of checkouts that are paid by an owner's link. The link holds their stock and their code, for
 * days, whichever of their payments is open.
 */
const LINK = 'link:';

export const linkAttempt = (id: string): string => LINK + id;
export const isLinkAttempt = (attemptKey: string): boolean => attemptKey.startsWith(LINK);
/** The id of the link. */
export const linkOf = (attemptKey: string): string => attemptKey.slice(LINK.length);
/** The condition that a row belongs to no link. */
export const isOfNoLink = (attemptKey: AnyPgColumn): SQL => sql`not starts_with(${attemptKey}, ${LINK})`;
