import * as m from '#messages';
import { ConfirmDialog } from '../confirm-dialog.tsx';

/** Questions before a save: `stale` coordinates of another address, `twin` a store that exists already. */
export type SaveQuestion = 'stale' | 'twin';

type Props = { question: SaveQuestion; onSave: () => void; onClose: () => void };

export function SaveQuestionDialog({ question, onSave, onClose }: Props) {
  const isStale = question === 'stale';
  return (
    <ConfirmDialog
      title={isStale ? m.admin_location_stale_title() : m.admin_location_twin_title()}
      text={isStale ? m.admin_location_stale() : m.admin_location_twin_text()}
      confirm={m.admin_tracking_odd_save()}
      cancel={m.admin_tracking_odd_back()}
      onConfirm={onSave}
      onClose={onClose}
    />
  );
}
