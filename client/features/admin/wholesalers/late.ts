import type { Inquiry } from '#shared/admin-wholesale.ts';

/** We promise an answer within 24 to 48 hours: the specification, 9. */
const PROMISED_MS = 48 * 3_600_000;

/** A pending inquiry that has waited longer than we promise. */
export function isLate(inquiry: Pick<Inquiry, 'status' | 'createdAt'>, now = Date.now()): boolean {
  return inquiry.status === 'pending' && now - Date.parse(inquiry.createdAt) > PROMISED_MS;
}
