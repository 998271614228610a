import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import * as m from '#messages';
import { MAX_REFUND_REASON, type OtherWayInput, otherWayInputSchema, type Refund } from '#shared/orders/refunds.ts';
import { shopDay } from '#shared/shipping/ship-days.ts';
import { TextField } from '../../../../ui/form.tsx';
import { Dialog } from '../../kit/dialog.tsx';
import { FormEnd } from '../../kit/form/form-end.tsx';
import { issueText } from '../../kit/form/issue-text.ts';
import { formatAmount } from '../../kit/format.ts';
import { DraftNotice, useDraft } from '../../kit/use-draft.tsx';
import { useOtherWay } from './api.ts';

type Props = { orderId: string; refund: Refund; onClose: () => void };

/** Records how and when a failed refund was paid another way, which closes it. */
export default function OtherWayDialog({ orderId, refund, onClose }: Props) {
  const form = useForm<OtherWayInput>({
    resolver: zodResolver(otherWayInputSchema),
    defaultValues: { how: '', on: shopDay(new Date()) },
  });
  const { register, handleSubmit, formState } = form;
  const draft = useDraft({ key: `other-way:${refund.id}`, form, onClose });
  const close = useOtherWay(orderId, refund.id, draft.leave);
  return (
    <Dialog
      title={m.admin_refund_other_way_title({ amount: formatAmount(refund.amount) })}
      description={m.admin_refund_other_way_text()}
      onClose={onClose}
    >
      <form noValidate className="mt-5 grid gap-5" onSubmit={handleSubmit((input) => close.mutate(input))}>
        <DraftNotice isRestored={draft.isRestored} onDiscard={draft.discard} />
        <TextField
          label={m.admin_refund_other_way_how()}
          hint={m.admin_refund_other_way_how_hint()}
          required
          maxLength={MAX_REFUND_REASON}
          autoComplete="off"
          data-autofocus
          error={issueText(formState.errors.how?.message)}
          {...register('how')}
        />
        <TextField
          label={m.admin_refund_other_way_on()}
          type="date"
          required
          max={shopDay(new Date())}
          error={issueText(formState.errors.on?.message)}
          {...register('on')}
        />
        <FormEnd error={close.error} onCancel={draft.leave} isBusy={close.isPending} disabled={close.isPending}>
          {m.admin_refund_other_way_press()}
        </FormEnd>
      </form>
    </Dialog>
  );
}
