import type { ReactNode } from 'react';
import { useForm } from 'react-hook-form';
import * as m from '#messages';
import type { Order } from '#shared/orders/admin-orders.ts';
import { MAX_ORDER_NOTES } from '#shared/orders/change.ts';
import { Button } from '../../../ui/button.tsx';
import { TextAreaField } from '../../../ui/form.tsx';
import { ConflictNotice } from '../kit/conflict-notice.tsx';
import { SaveError } from '../kit/detail/change-error.tsx';
import { Check } from '../kit/form/check.tsx';
import { DraftNotice, useDraft } from '../kit/use-draft.tsx';
import { useOrderNotes } from './correction-api.ts';

const notesOf = ({ notes, notesOnSlip }: Order) => ({ notes, notesOnSlip });
const snapshotOf = ({ notes, notesOnSlip }: Order) => ({ notes, notesOnSlip: String(notesOnSlip) });

const notesFact = ({ notes }: Order): [string, ReactNode][] => [
  [
    m.admin_order_notes(),
    <span key="notes" className="whitespace-pre-wrap">
      {notes || '-'}
    </span>,
  ],
];

/** The owner's notes about an order, optionally also on the packing slip. */
export function OrderNotes({ order }: { order: Order }) {
  const save = useOrderNotes(order);
  const form = useForm({
    defaultValues: { notes: '', notesOnSlip: false },
    // Notes saved on another device replace the field's text, unless it is being edited.
    values: notesOf(order),
    resetOptions: { keepDirtyValues: true },
  });
  const { register, handleSubmit, formState } = form;
  const draft = useDraft({ key: `order-notes:${order.id}`, form, row: order, snapshotOf });
  const onSubmit = handleSubmit((change) =>
    save.mutate(
      { change, back: notesOf(order), save: draft.save },
      { onSuccess: (saved) => draft.take(saved, notesOf(saved)) },
    ),
  );
  return (
    <form className="grid gap-3" onSubmit={onSubmit}>
      <DraftNotice isRestored={draft.isRestored} onDiscard={draft.discard} />
      <TextAreaField
        label={<span className="sr-only">{m.admin_order_notes()}</span>}
        hint={m.admin_order_notes_hint()}
        rows={3}
        maxLength={MAX_ORDER_NOTES}
        {...register('notes')}
      />
      <Check {...register('notesOnSlip')}>{m.admin_order_notes_slip()}</Check>
      <ConflictNotice<Order>
        error={save.error}
        facts={notesFact}
        onMine={(current) => {
          draft.startFrom(current);
          void onSubmit();
        }}
        onTheirs={(current) => {
          draft.take(current, notesOf(current));
          save.reset();
        }}
      />
      <SaveError error={save.error} />
      <Button
        type="submit"
        size="small"
        variant="quiet"
        className="justify-self-start"
        isBusy={save.isPending}
        disabled={save.isPending || !(formState.isDirty || draft.isRestored)}
      >
        {m.admin_inquiry_notes_save()}
      </Button>
    </form>
  );
}
