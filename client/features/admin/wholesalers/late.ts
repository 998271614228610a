import type { Inquiry } from '#shared/admin-wholesale.ts';

/** The promise to inquirers is an answer within 24 to 48 hours (docs/specification.md#wholesale-inquiry). */
const PROMISED_MS = 48 * 3_600_000;

/** A pending inquiry that has waited longer than promised. */
export function isLate(inquiry: Pick<Inquiry, 'status' | 'createdAt'>, now = Date.now()): boolean {
  return inquiry.status === 'pending' && now - Date.parse(inquiry.createdAt) > PROMISED_MS;
}
