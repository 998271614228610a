import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import * as m from '#messages';
import { MAX_BODY, MAX_SUBJECT } from '#shared/emails/emails.ts';
import type { Order } from '#shared/orders/admin-orders.ts';
import { customerMessageSchema } from '#shared/orders/change.ts';
import { orderNumber } from '#shared/orders/orders.ts';
import { languageName } from '../../../lib/display-names.ts';
import { TextAreaField, TextField } from '../../../ui/form.tsx';
import { Dialog } from '../kit/dialog.tsx';
import { FormEnd } from '../kit/form/form-end.tsx';
import { issueText } from '../kit/form/issue-text.ts';
import { DraftNotice, useDraft } from '../kit/use-draft.tsx';
import { useCustomerMessage } from './correction-api.ts';

/** A mail of the owner's own words to the customer of an order. */
export default function MessageDialog({ order, onClose }: { order: Order; onClose: () => void }) {
  const locale = order.preferredLanguage;
  const form = useForm({
    resolver: zodResolver(customerMessageSchema),
    defaultValues: {
      subject: m.admin_message_subject_start({ number: orderNumber(order.id) }, { locale }),
      body: `${m.admin_message_body_start({ name: order.customerName }, { locale })}\n\n`,
    },
  });
  const { register, handleSubmit, formState } = form;
  const draft = useDraft({ key: `message:${order.id}`, form, onClose });
  const send = useCustomerMessage(order, draft.leave);
  return (
    <Dialog
      title={m.admin_message_title({ name: order.customerName })}
      description={m.admin_message_text({ to: order.email, language: languageName(locale) })}
      onClose={onClose}
    >
      <form noValidate className="mt-5 grid gap-4" onSubmit={handleSubmit((message) => send.mutate(message))}>
        <DraftNotice isRestored={draft.isRestored} onDiscard={draft.discard} />
        <TextField
          label={m.admin_message_subject()}
          lang={locale}
          maxLength={MAX_SUBJECT}
          error={issueText(formState.errors.subject?.message)}
          {...register('subject')}
        />
        <TextAreaField
          label={m.admin_message_body()}
          hint={m.admin_message_hint()}
          lang={locale}
          rows={9}
          maxLength={MAX_BODY}
          data-autofocus
          error={issueText(formState.errors.body?.message)}
          {...register('body')}
        />
        <FormEnd
          error={send.error}
          onCancel={draft.leave}
          isBusy={send.isPending}
          disabled={send.isPending || !formState.isDirty}
        >
          {m.admin_message_send()}
        </FormEnd>
      </form>
    </Dialog>
  );
}
