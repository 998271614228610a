import type { ReactNode } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import * as m from '#messages';
import { Button } from '../../../../ui/button.tsx';
import { TextAreaField } from '../../../../ui/form.tsx';
import { ConflictNotice } from '../conflict-notice.tsx';
import { SaveError } from '../detail/change-error.tsx';
import { DraftNotice } from '../use-draft.tsx';

type Props<Row> = {
  label: string;
  hint: string;
  rows: number;
  maxLength: number;
  /** The registered text. */
  field: UseFormRegisterReturn;
  draft: { isRestored: boolean; discard: () => void; saveOver: (save: () => unknown) => (current: Row) => void };
  save: { error: Error | null; isPending: boolean };
  canSave: boolean;
  onSubmit: () => unknown;
  /** Replaces the input by the stored notes. */
  onTheirs: (current: Row) => void;
  /** Below the text. */
  children?: ReactNode;
};

/** Private notes about a record: restored input, the text, a conflict, and the button that saves. */
export function NotesForm<Row extends { notes: string | null }>(props: Props<Row>) {
  const { label, draft, save, canSave, onSubmit, onTheirs, field, children, ...input } = props;
  return (
    <form className="grid gap-3" onSubmit={onSubmit}>
      <DraftNotice isRestored={draft.isRestored} onDiscard={draft.discard} />
      <TextAreaField label={<span className="sr-only">{label}</span>} {...input} {...field} />
      {children}
      <ConflictNotice<Row>
        error={save.error}
        facts={({ notes }) => [
          [
            label,
            <span key="notes" className="whitespace-pre-wrap">
              {notes || '-'}
            </span>,
          ],
        ]}
        onMine={draft.saveOver(onSubmit)}
        onTheirs={onTheirs}
      />
      <SaveError error={save.error} />
      <Button
        type="submit"
        size="small"
        variant="quiet"
        className="justify-self-start"
        isBusy={save.isPending}
        disabled={save.isPending || !canSave}
      >
        {m.admin_inquiry_notes_save()}
      </Button>
    </form>
  );
}
