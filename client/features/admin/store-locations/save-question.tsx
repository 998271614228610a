import * as m from '#messages';
import type { PlaceFault } from '#shared/stores/stores.ts';
import { ConfirmDialog } from '../kit/confirm-dialog.tsx';

/**
 * Questions before a save, in order: a `place` with implausible coordinates, `stale` coordinates of another address,
 * `twin` of an existing store.
 */
export const SAVE_QUESTIONS = ['place', 'stale', 'twin'] as const;
export type SaveQuestion = (typeof SAVE_QUESTIONS)[number];

const PLACE_TEXTS: Record<PlaceFault, () => string> = {
  zero: m.admin_location_unplaced,
  swapped: m.admin_location_place_swapped,
  unsigned: m.admin_location_place_unsigned,
  abroad: m.admin_location_place_abroad,
};

type Props = { question: SaveQuestion; place: PlaceFault | null; onSave: () => void; onClose: () => void };

/** @param place why the coordinates are implausible */
export function SaveQuestionDialog({ question, place, onSave, onClose }: Props) {
  const [title, text] = {
    place: [m.admin_location_place_title(), PLACE_TEXTS[place ?? 'abroad']()],
    stale: [m.admin_location_stale_title(), m.admin_location_stale()],
    twin: [m.admin_location_twin_title(), m.admin_location_twin_text()],
  }[question] as [string, string];
  return (
    <ConfirmDialog
      title={title}
      text={text}
      confirm={m.admin_tracking_odd_save()}
      cancel={m.admin_tracking_odd_back()}
      onConfirm={onSave}
      onClose={onClose}
    />
  );
}
