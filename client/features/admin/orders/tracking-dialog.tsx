import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import * as m from '#messages';
import { type Order, type TrackingInput, trackingInputSchema } from '#shared/admin-orders.ts';
import { CARRIERS, type Carrier } from '#shared/emails.ts';
import { orderNumber } from '#shared/orders.ts';
import { fittingCarriers } from '#shared/tracking.ts';
import { Button } from '../../../ui/button.tsx';
import { SelectField, TextField } from '../../../ui/form.tsx';
import { ConfirmDialog } from '../confirm-dialog.tsx';
import { Dialog } from '../dialog.tsx';
import { issueText } from '../issue-text.ts';
import { useTracking } from './api.ts';

/** The specification, 2 and 5: saves the number and mails the customer. */
export default function TrackingDialog({ order, onClose }: { order: Order; onClose: () => void }) {
  const save = useTracking(order.id, onClose);
  const { register, handleSubmit, formState, watch } = useForm({
    resolver: zodResolver(trackingInputSchema),
    defaultValues: {
      trackingNumber: order.trackingNumber ?? '',
      carrier: CARRIERS.find((carrier) => carrier === order.trackingCarrier) ?? (CARRIERS[0] as Carrier),
    },
  });
  /** Saved only when the owner says so: number and carrier do not go together. */
  const [odd, setOdd] = useState<TrackingInput | null>(null);
  function onSave(input: TrackingInput) {
    if (fittingCarriers(input.trackingNumber).includes(input.carrier)) save.mutate(input);
    else setOdd(input);
  }
  const isBlank = watch('trackingNumber').trim() === '';
  return (
    <Dialog
      title={m.admin_tracking_title()}
      description={(order.status === 'cancelled' ? m.admin_tracking_text_cancelled : m.admin_tracking_text)({
        number: orderNumber(order.id),
        name: order.customerName,
      })}
      onClose={onClose}
    >
      <form noValidate className="mt-5 grid gap-5" onSubmit={handleSubmit(onSave)}>
        <TextField
          label={m.admin_tracking_number()}
          required
          data-autofocus
          autoComplete="off"
          spellCheck={false}
          error={issueText(formState.errors.trackingNumber?.message)}
          {...register('trackingNumber')}
        />
        <SelectField
          label={m.admin_tracking_carrier()}
          options={CARRIERS.map((carrier) => ({ value: carrier, label: carrier }))}
          {...register('carrier')}
        />
        <div className="flex flex-wrap justify-end gap-3">
          <Button variant="quiet" size="small" onClick={onClose}>
            {m.admin_cancel()}
          </Button>
          <Button type="submit" size="small" isBusy={save.isPending} disabled={isBlank || save.isPending}>
            {save.isPending ? m.admin_saving() : m.admin_tracking_save()}
          </Button>
        </div>
      </form>
      {odd && (
        <ConfirmDialog
          title={m.admin_tracking_odd_title()}
          text={oddText(odd)}
          confirm={m.admin_tracking_odd_save()}
          cancel={m.admin_tracking_odd_back()}
          onConfirm={() => {
            setOdd(null);
            save.mutate(odd);
          }}
          onClose={() => setOdd(null)}
        />
      )}
    </Dialog>
  );
}

function oddText({ trackingNumber: number, carrier }: TrackingInput): string {
  const [likely] = fittingCarriers(number);
  return likely
    ? m.admin_tracking_odd_other({ number, carrier, likely })
    : m.admin_tracking_odd_text({ number, carrier });
}
