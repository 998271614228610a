import * as m from '#messages';
import type { Lot } from '#shared/lots/lots.ts';
import type { Recall, RecallOutcome } from '#shared/lots/recalls.ts';
import { shopDay } from '#shared/shipping/ship-days.ts';
import { formatCount } from '../kit/format.ts';
import type { StatusLabels } from '../kit/labels.ts';

export type LotState = 'open' | 'past' | 'closed' | 'recalled';

export const lotStateLabels: StatusLabels<LotState> = {
  open: { tone: 'green', label: m.admin_lot_state_open },
  past: { tone: 'yellow', label: m.admin_lot_state_past },
  closed: { tone: 'purple', label: m.admin_lot_state_closed },
  recalled: { tone: 'red', label: m.admin_lot_state_recalled },
};

export function stateOf({ recallId, isOpen, bestBy }: Pick<Lot, 'recallId' | 'isOpen' | 'bestBy'>): LotState {
  if (recallId !== null) return 'recalled';
  if (!isOpen) return 'closed';
  return bestBy < shopDay(new Date()) ? 'past' : 'open';
}

export function packedText({ packed, quantity }: Pick<Lot, 'packed' | 'quantity'>): string {
  if (quantity === null) return m.admin_lot_packed({ count: formatCount(packed) });
  return m.admin_lot_packed_of({ count: formatCount(packed), quantity: formatCount(quantity) });
}

export const outcomeLabels: StatusLabels<RecallOutcome> = {
  failed: { tone: 'red', label: m.admin_recall_outcome_failed },
  no_address: { tone: 'red', label: m.admin_recall_outcome_no_address },
  erased: { tone: 'red', label: m.admin_recall_outcome_erased },
  stored: { tone: 'yellow', label: m.admin_recall_outcome_stored },
  unsent: { tone: 'purple', label: m.admin_recall_outcome_unsent },
  waiting: { tone: 'blue', label: m.admin_recall_outcome_waiting },
  reached: { tone: 'green', label: m.admin_recall_outcome_reached },
};

export const lotsText = ({ lots }: Pick<Recall, 'lots'>): string => lots.map(({ code }) => code).join(', ');
