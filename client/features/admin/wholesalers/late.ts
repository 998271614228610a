import { ANSWER_MS, type Inquiry } from '#shared/wholesale/admin-wholesale.ts';

/** A pending inquiry that has waited longer than promised. */
export function isLate(inquiry: Pick<Inquiry, 'status' | 'createdAt'>, now = Date.now()): boolean {
  return inquiry.status === 'pending' && now - Date.parse(inquiry.createdAt) > ANSWER_MS;
}
