import { zodResolver } from '@hookform/resolvers/zod';
import { useRef, useState } from 'react';
import { type UseFormReturn, useForm } from 'react-hook-form';
import type * as z from 'zod/mini';
import * as m from '#messages';
import { type Order, type TrackingInput, trackingInputSchema } from '#shared/orders/admin-orders.ts';
import { orderNumber } from '#shared/orders/orders.ts';
import { CARRIERS, type Carrier } from '#shared/shipping/carriers.ts';
import { cleanTrackingNumber, fittingCarriers } from '#shared/shipping/tracking.ts';
import { SelectField, TextField } from '../../../../ui/form.tsx';
import { ConfirmDialog } from '../../kit/confirm-dialog.tsx';
import { ConflictNotice } from '../../kit/conflict-notice.tsx';
import { Dialog } from '../../kit/dialog.tsx';
import { FormEnd } from '../../kit/form/form-end.tsx';
import { issueText } from '../../kit/form/issue-text.ts';
import { orderStatusLabels } from '../../kit/labels.ts';
import { DraftNotice, useDraft } from '../../kit/use-draft.tsx';
import { useTracking } from '../api.ts';

type TrackingValues = z.input<typeof trackingInputSchema>;

/** Includes the status, because a cancelled order sends no parcel. */
const parcelOf = ({ status, trackingNumber, trackingCarrier }: Order) => ({
  status,
  trackingNumber: trackingNumber ?? '',
  trackingCarrier: trackingCarrier ?? '',
});

const valuesOf = ({ trackingNumber, trackingCarrier }: Order) => ({
  trackingNumber: trackingNumber ?? '',
  carrier: CARRIERS.find((carrier) => carrier === trackingCarrier) ?? (CARRIERS[0] as Carrier),
});

/** Saves the tracking number and mails the customer (docs/specification.md#tracking). */
export default function TrackingDialog({ order, onClose }: { order: Order; onClose: () => void }) {
  const save = useTracking(order.id, () => draft.leave());
  const form = useForm({
    resolver: zodResolver(trackingInputSchema),
    defaultValues: valuesOf(order),
  });
  const { handleSubmit } = form;
  const draft = useDraft({ key: `tracking:${order.id}`, form, row: order, snapshotOf: parcelOf, onClose });
  /** The number does not fit the carrier: saved only after the owner has confirmed it. */
  const [odd, setOdd] = useState<TrackingInput | null>(null);
  const saveIt = (input: TrackingInput) => save.mutate({ input, save: draft.save });
  const onSave = handleSubmit((input) => {
    if (fittingCarriers(input.trackingNumber).includes(input.carrier)) saveIt(input);
    else setOdd(input);
  });
  const isBlank = cleanTrackingNumber(form.watch('trackingNumber')) === '';
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
        <NumberFields form={form} />
        <ConflictNotice<Order>
          error={save.error}
          facts={parcelFacts}
          onMine={(current) => {
            draft.startFrom(current);
            void handleSubmit(saveIt)();
          }}
          onTheirs={draft.leave}
        />
        <FormEnd error={save.error} onCancel={draft.leave} isBusy={save.isPending} disabled={isBlank || save.isPending}>
          {save.isPending ? m.admin_saving() : m.admin_tracking_save()}
        </FormEnd>
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

const parcelFacts = ({ status, trackingNumber, trackingCarrier }: Order): [string, string][] => [
  [m.admin_col_status(), orderStatusLabels[status].label()],
  [m.admin_tracking_number(), trackingNumber ?? m.admin_tracking_none()],
  [m.admin_tracking_carrier(), trackingCarrier ?? '-'],
];

/** Number and carrier; a typed number selects its carrier, until the owner selects one. */
function NumberFields({ form: { register, formState, watch, setValue } }: { form: UseFormReturn<TrackingValues> }) {
  const [number, carrier] = watch(['trackingNumber', 'carrier']);
  const isKnown = fittingCarriers(cleanTrackingNumber(number)).includes(carrier);
  const wasChosen = useRef(false);
  const recognize = (typed: string) => {
    const [likely] = fittingCarriers(cleanTrackingNumber(typed));
    if (likely && !wasChosen.current) setValue('carrier', likely, { shouldDirty: true });
  };
  const onChange = () => {
    wasChosen.current = true;
  };
  return (
    <>
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
        options={CARRIERS.map((each) => ({ value: each, label: each }))}
        hint={isKnown ? m.admin_tracking_known({ carrier }) : undefined}
        {...register('carrier', { onChange })}
      />
    </>
  );
}

function oddText({ trackingNumber: number, carrier }: TrackingInput): string {
  const [likely] = fittingCarriers(number);
  return likely
    ? m.admin_tracking_odd_other({ number, carrier, likely })
    : m.admin_tracking_odd_text({ number, carrier });
}
