import * as m from '#messages';
import { PAID_METHODS, type PaidMethod } from '#shared/written-orders/written-orders.ts';

export const methodLabels: Readonly<Record<PaidMethod, () => string>> = {
  cash: m.admin_written_cash,
  check: m.admin_written_check,
  transfer: m.admin_written_transfer,
  zelle: () => 'Zelle',
};

export const isPaidMethod = (text: unknown): text is PaidMethod => PAID_METHODS.some((method) => method === text);
