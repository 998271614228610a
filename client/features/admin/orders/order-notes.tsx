import { useForm } from 'react-hook-form';
import * as m from '#messages';
import type { Order } from '#shared/orders/admin-orders.ts';
import { MAX_ORDER_NOTES } from '#shared/orders/change.ts';
import { Check } from '../kit/form/check.tsx';
import { NotesForm } from '../kit/form/notes-form.tsx';
import { useDraft } from '../kit/use-draft.tsx';
import { useOrderNotes } from './correction-api.ts';

const notesOf = ({ notes, notesOnSlip }: Order) => ({ notes, notesOnSlip });
const snapshotOf = ({ notes, notesOnSlip }: Order) => ({ notes, notesOnSlip: String(notesOnSlip) });

/** The owner's notes about an order, optionally also on the packing slip. */
export function OrderNotes({ order }: { order: Order }) {
  const save = useOrderNotes(order);
  const form = useForm({
    defaultValues: { notes: '', notesOnSlip: false },
    // Notes saved on another device replace the field's text, unless it is being edited.
    values: notesOf(order),
    resetOptions: { keepDirtyValues: true },
  });
  const draft = useDraft({ key: `order-notes:${order.id}`, form, row: order, snapshotOf });
  const onSubmit = form.handleSubmit((change) =>
    save.mutate(
      { change, back: notesOf(order), save: draft.save },
      { onSuccess: (saved) => draft.take(saved, notesOf(saved)) },
    ),
  );
  return (
    <NotesForm
      label={m.admin_order_notes()}
      hint={m.admin_order_notes_hint()}
      rows={3}
      maxLength={MAX_ORDER_NOTES}
      field={form.register('notes')}
      draft={draft}
      save={save}
      canSave={form.formState.isDirty || draft.isRestored}
      onSubmit={onSubmit}
      onTheirs={(current) => {
        draft.take(current, notesOf(current));
        save.reset();
      }}
    >
      <Check {...form.register('notesOnSlip')}>{m.admin_order_notes_slip()}</Check>
    </NotesForm>
  );
}
