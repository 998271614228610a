import { zodResolver } from '@hookform/resolvers/zod';
import { useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import * as m from '#messages';
import { type Order, type TrackingInput, trackingInputSchema } from '#shared/orders/admin-orders.ts';
import { orderNumber } from '#shared/orders/orders.ts';
import { CARRIERS, type Carrier } from '#shared/shipping/carriers.ts';
import { cleanTrackingNumber, fittingCarriers } from '#shared/shipping/tracking.ts';
import { Button } from '../../../../ui/button.tsx';
import { SelectField, TextField } from '../../../../ui/form.tsx';
import { ConfirmDialog } from '../../kit/confirm-dialog.tsx';
import { ConflictNotice } from '../../kit/conflict-notice.tsx';
import { Dialog } from '../../kit/dialog.tsx';
import { issueText } from '../../kit/form/issue-text.ts';
import { orderStatusLabels } from '../../kit/labels.ts';
import { DraftNotice, useDraft } from '../../kit/use-draft.tsx';
import { useTracking } from '../api.ts';

/** The status as well: whether a parcel is on its way at all. */
const parcelOf = ({ status, trackingNumber, trackingCarrier }: Order) => ({
  status,
  trackingNumber: trackingNumber ?? '',
  trackingCarrier: trackingCarrier ?? '',
});

/** Saves the tracking number and mails the customer (docs/specification.md#tracking). */
export default function TrackingDialog({ order, onClose }: { order: Order; onClose: () => void }) {
  const save = useTracking(order.id, () => {
    draft.clearDraft();
    onClose();
  });
  const form = useForm({
    resolver: zodResolver(trackingInputSchema),
    defaultValues: {
      trackingNumber: order.trackingNumber ?? '',
      carrier: CARRIERS.find((carrier) => carrier === order.trackingCarrier) ?? (CARRIERS[0] as Carrier),
    },
  });
  const { register, handleSubmit, formState, watch, setValue } = form;
  const draft = useDraft({ key: `tracking:${order.id}`, form, row: order, snapshotOf: parcelOf });
  /** The number does not fit the carrier: saved only after the owner has confirmed it. */
  const [odd, setOdd] = useState<TrackingInput | null>(null);
  const saveIt = (input: TrackingInput) => save.mutate({ input, save: draft.save });
  const onSave = handleSubmit((input) => {
    if (fittingCarriers(input.trackingNumber).includes(input.carrier)) saveIt(input);
    else setOdd(input);
  });
  const [number, carrier] = watch(['trackingNumber', 'carrier']);
  const isBlank = cleanTrackingNumber(number) === '';
  const isKnown = fittingCarriers(cleanTrackingNumber(number)).includes(carrier);
  /** A carrier that the owner has chosen stays, whatever number is typed then. */
  const wasChosen = useRef(false);
  const recognize = (typed: string) => {
    const [likely] = fittingCarriers(cleanTrackingNumber(typed));
    if (likely && !wasChosen.current) setValue('carrier', likely, { shouldDirty: true });
  };
  return (
    <Dialog
      title={m.admin_tracking_title()}
      description={(order.status === 'cancelled' ? m.admin_tracking_text_cancelled : m.admin_tracking_text)({
        number: orderNumber(order.id),
        name: order.customerName,
      })}
      onClose={onClose}
    >
      <form noValidate className="mt-5 grid gap-5" onSubmit={onSave}>
        <DraftNotice isRestored={draft.isRestored} onDiscard={draft.discard} />
        <TextField
          label={m.admin_tracking_number()}
          hint={m.admin_tracking_hint()}
          required
          data-autofocus
          autoComplete="off"
          spellCheck={false}
          error={issueText(formState.errors.trackingNumber?.message)}
          {...register('trackingNumber', { onChange: (event) => recognize(event.target.value) })}
        />
        <SelectField
          label={m.admin_tracking_carrier()}
          options={CARRIERS.map((carrier) => ({ value: carrier, label: carrier }))}
          hint={isKnown ? m.admin_tracking_known({ carrier }) : undefined}
          {...register('carrier', {
            onChange: () => {
              wasChosen.current = true;
            },
          })}
        />
        <ConflictNotice<Order>
          error={save.error}
          facts={({ status, trackingNumber, trackingCarrier }) => [
            [m.admin_col_status(), orderStatusLabels[status].label()],
            [m.admin_tracking_number(), trackingNumber ?? m.admin_tracking_none()],
            [m.admin_tracking_carrier(), trackingCarrier ?? '-'],
          ]}
          onMine={(current) => {
            draft.startFrom(current);
            void handleSubmit(saveIt)();
          }}
          onTheirs={() => {
            draft.clearDraft();
            onClose();
          }}
        />
        <div className="flex flex-wrap justify-end gap-3">
          <Button
            variant="quiet"
            size="small"
            onClick={() => {
              draft.clearDraft();
              onClose();
            }}
          >
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
            saveIt(odd);
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
